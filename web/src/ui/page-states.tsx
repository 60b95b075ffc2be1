import { Inbox, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'

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

export interface FailedStateProps {
  message: string
  onRetry?: () => void
  isRetrying?: boolean
}

/** Something could not be loaded: what happened, and a way to try again. */
export function FailedState({ message, onRetry, isRetrying = false }: FailedStateProps) {
  return (
    <Banner
      tone="danger"
      action={
        onRetry && (
          <Button variant="secondary" size="sm" isLoading={isRetrying} onClick={onRetry}>
            <RotateCw aria-hidden className="size-4" />
            Try again
          </Button>
        )
      }
    >
      {message}
    </Banner>
  )
}
