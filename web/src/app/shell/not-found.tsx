import { pageTexts } from '@exempta/contract/page-texts'
import { FileQuestion } from 'lucide-react'
import { LinkButton } from '../../ui/link-button.tsx'

export function NotFound() {
  return (
    <div className="mx-auto grid max-w-lg justify-items-center gap-3 px-4 py-24 text-center">
      <span className="inline-flex size-16 items-center justify-center rounded-full bg-accent-soft text-accent-ink">
        <FileQuestion aria-hidden className="size-8" />
      </span>
      <h1 className="mt-2 text-3xl font-semibold tracking-tight">{pageTexts.notFound.title}</h1>
      <p className="text-ink-muted">
        There is nothing at this address. It may have moved, or the link may be incomplete.
      </p>
      <LinkButton to="/" className="mt-4">
        {pageTexts.notFound.link}
      </LinkButton>
    </div>
  )
}
