import { TrendingDown, TrendingUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classNames } from '../lib/class-names.ts'
import { Skeleton } from './loading.tsx'

interface StatCardProps {
  label: string
  value: number | string | undefined
  icon?: ReactNode
  /** Change in percent, and whether more is better. */
  growth?: { percent: number; since: string; isGood?: boolean }
  /** A few words under the figure. */
  note?: string
  to?: string
}

const numbers = new Intl.NumberFormat()

/** One figure. `undefined` means that it is still loading. */
export function StatCard({ label, value, icon, growth, note, to }: StatCardProps) {
  const Trend = growth && growth.percent < 0 ? TrendingDown : TrendingUp
  const isGood = growth && (growth.isGood ?? growth.percent >= 0)
  const content = (
    <>
      <span className="flex items-center justify-between gap-3 text-ink-muted [&_svg]:size-5 [&_svg]:shrink-0">
        <span className="font-medium">{label}</span>
        {icon}
      </span>
      {value === undefined ? (
        <Skeleton className="mt-1 h-8 w-20" label={`Loading ${label}`} />
      ) : (
        <span className="text-3xl font-semibold tracking-tight tabular-nums">
          {typeof value === 'number' ? numbers.format(value) : value}
        </span>
      )}
      {note && <span className="text-xs text-ink-muted">{note}</span>}
      {growth && (
        <span className="flex items-center gap-1.5 text-xs text-ink-muted">
          <span
            className={classNames(
              'inline-flex items-center gap-1 font-medium [&_svg]:size-3.5',
              isGood ? 'text-success-ink' : 'text-danger-ink',
            )}
          >
            <Trend aria-hidden />
            {growth.percent > 0 && '+'}
            {growth.percent}%
          </span>
          {growth.since}
        </span>
      )}
    </>
  )
  const look = 'grid content-between gap-1.5 rounded-card border border-line bg-surface p-5'
  if (!to) return <div className={look}>{content}</div>
  return (
    <Link to={to} prefetch="intent" className={classNames(look, 'transition-colors hover:border-accent')}>
      {content}
    </Link>
  )
}
