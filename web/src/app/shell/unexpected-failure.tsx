import { pageTexts } from '@exempta/contract/page-texts'
import { TriangleAlert } from 'lucide-react'
import { buttonClass } from '../../ui/button-class.ts'

/** The last resort: plain links, since the router itself may be what failed. */
export function UnexpectedFailure() {
  return (
    <main className="mx-auto grid min-h-dvh max-w-lg content-center justify-items-center gap-3 px-4 text-center">
      <TriangleAlert aria-hidden className="size-10 text-warning" />
      <h1 className="text-2xl font-semibold">{pageTexts.unexpected}</h1>
      <p className="text-ink-muted">Nothing was lost on our side. Please load the page again.</p>
      <a href="/" className={buttonClass('primary', 'md', 'mt-3')}>
        {pageTexts.notFound.link}
      </a>
    </main>
  )
}
