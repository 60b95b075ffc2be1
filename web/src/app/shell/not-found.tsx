import { pageTexts } from '@exempta/contract/page-texts'
import { FileQuestion, TriangleAlert } from 'lucide-react'
import { buttonClass, LinkButton } from '../../ui/button.tsx'

export function NotFound() {
  return (
    <div className="mx-auto grid max-w-lg justify-items-center gap-3 px-4 py-24 text-center">
      <span className="inline-flex size-16 items-center justify-center rounded-full bg-accent-soft text-accent-ink">
        <FileQuestion aria-hidden className="size-8" />
      </span>
      <h1 className="mt-2 text-3xl font-semibold tracking-tight">{pageTexts.notFound.title}</h1>
      <p className="text-ink-muted">
        We couldn’t find this page. It may have moved, or the link may be incomplete.
      </p>
      <LinkButton to="/" className="mt-4">
        {pageTexts.notFound.link}
      </LinkButton>
    </div>
  )
}

/** The last resort: plain links, since the router itself may be what failed. */
export function UnexpectedFailure() {
  return (
    <main className="mx-auto grid min-h-dvh max-w-lg content-center justify-items-center gap-3 px-4 text-center">
      <TriangleAlert aria-hidden className="size-10 text-warning" />
      <h1 className="text-2xl font-semibold">{pageTexts.unexpected}</h1>
      <p className="text-ink-muted">Your data is safe. Please reload the page.</p>
      <a href="/" className={buttonClass('primary', 'md', 'mt-3')}>
        {pageTexts.notFound.link}
      </a>
    </main>
  )
}
