import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'

interface CardProps {
  title?: string
  description?: ReactNode
  actions?: ReactNode
  /** Tables and lists reach the edges. */
  isFlush?: boolean
  className?: string
  children: ReactNode
}

export function Card({ title, description, actions, isFlush = false, className, children }: CardProps) {
  return (
    <section className={classNames('min-w-0 rounded-card border border-line bg-surface', className)}>
      {title && (
        <header className="flex flex-wrap items-start justify-between gap-3 px-5 pt-5 pb-1">
          <div className={classNames('grid gap-0.5', Boolean(description) && 'flex-1 basis-52')}>
            <h2 className="text-base font-semibold">{title}</h2>
            {description && <p className="text-ink-muted">{description}</p>}
          </div>
          {actions}
        </header>
      )}
      <div className={isFlush ? (title ? 'pt-3' : undefined) : 'p-5'}>{children}</div>
    </section>
  )
}

/** A card of which only the title shows until it's opened. */
export const FoldedCard = ({
  title,
  isFlush = false,
  children,
}: Omit<CardProps, 'description' | 'actions'>) => (
  <details className="group min-w-0 rounded-card border border-line bg-surface">
    <summary className="flex cursor-pointer list-none items-center justify-between gap-3 rounded-card px-5 py-3 [&::-webkit-details-marker]:hidden">
      <h2 className="text-base font-semibold">{title}</h2>
      <ChevronDown aria-hidden className="size-4 text-ink-muted group-open:rotate-180" />
    </summary>
    <div className={isFlush ? undefined : 'px-5 pb-5'}>{children}</div>
  </details>
)
