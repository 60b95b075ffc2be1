import { LinkIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface ExpiredLinkProps {
  /** What to do now. */
  children: ReactNode
  action: ReactNode
}

/** A link that was used already, is too old, or came without its secret. */
export function ExpiredLink({ children, action }: ExpiredLinkProps) {
  return (
    <div role="status" className="grid justify-items-center gap-3 text-center">
      <span className="inline-flex size-12 items-center justify-center rounded-full bg-warning-soft text-warning">
        <LinkIcon aria-hidden className="size-6" />
      </span>
      <h2 className="text-lg font-semibold">This link is no longer valid</h2>
      <p className="text-sm text-ink-muted">{children}</p>
      <div className="mt-2 grid w-full">{action}</div>
    </div>
  )
}
