import type { getReceived } from '@exempta/contract/received'
import type { RouteOutput } from '@exempta/contract/route'
import { FileX2 } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { PagePicture } from '../../../ui/page-picture.tsx'
import { refreshReceived } from '../review-acts.ts'

interface PreviewPagesProps {
  received: RouteOutput<typeof getReceived>
  takesFocus: boolean
}

/** Every page as a picture. With the focus on them, arrows scroll. */
export function PreviewPages({ received: { document, pages }, takesFocus }: PreviewPagesProps) {
  const frame = useRef<HTMLElement>(null)
  const focus = useEffectEvent(() => takesFocus && frame.current?.focus({ preventScroll: true }))
  useEffect(() => void focus(), [])
  if (pages.length === 0) {
    return (
      <p className="grid justify-items-center gap-2 rounded-card bg-subtle px-4 py-12 text-ink-muted">
        <FileX2 aria-hidden className="size-6" />
        Preview not available
      </p>
    )
  }
  return (
    <section
      ref={frame}
      data-first-focus
      aria-label={`Pages of ${document.name}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="grid gap-3 rounded-control"
    >
      {pages.map((page) => (
        <figure key={page.page} className="grid gap-1.5">
          <PagePicture document={document} page={page} onStale={() => void refreshReceived()} />
          <figcaption className="text-center text-xs text-ink-muted">
            Page {page.page} of {pages.length}
          </figcaption>
        </figure>
      ))}
    </section>
  )
}
