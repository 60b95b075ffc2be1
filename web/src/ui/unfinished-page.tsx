import { Hammer } from 'lucide-react'
import { LinkButton } from './link-button.tsx'

interface UnfinishedPageProps {
  title: string
  /** What the page will be for, in a sentence. */
  purpose: string
  back: { to: string; label: string }
}

/** Says plainly that a page is not built yet. Pretends nothing. */
export function UnfinishedPage({ title, purpose, back }: UnfinishedPageProps) {
  return (
    <div className="mx-auto grid max-w-xl justify-items-center gap-3 px-4 py-20 text-center">
      <span className="inline-flex size-14 items-center justify-center rounded-full bg-accent-soft text-accent-ink">
        <Hammer aria-hidden className="size-7" />
      </span>
      <h1 className="mt-2 text-2xl font-semibold tracking-tight">{title}</h1>
      <p className="text-ink-muted">{purpose}</p>
      <p className="rounded-control bg-subtle px-3 py-2 text-sm font-medium">This page is not ready yet.</p>
      <LinkButton to={back.to} variant="secondary" className="mt-3">
        {back.label}
      </LinkButton>
    </div>
  )
}
