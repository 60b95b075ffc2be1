import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  title: string
  /** What to do next. */
  children?: ReactNode
  icon?: ReactNode
  action?: ReactNode
}

export function EmptyState({ title, children, icon, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-2 px-6 py-14 text-center">
      <span className="mb-2 inline-flex size-12 items-center justify-center rounded-full bg-subtle text-ink-muted [&_svg]:size-6">
        {icon ?? <Inbox aria-hidden />}
      </span>
      <p className="font-semibold">{title}</p>
      {children && <div className="max-w-sm text-ink-muted">{children}</div>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}
