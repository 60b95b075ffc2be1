import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'

interface ProgressProps {
  label: string
  /** 0–100, or null while the amount is not known. */
  percent: number | null
  /** What happens right now: `Page 2 of 5`. Announced politely. */
  detail?: ReactNode
  tone?: 'accent' | 'danger'
}

export function Progress({ label, percent, detail, tone = 'accent' }: ProgressProps) {
  return (
    <div className="grid gap-1.5 text-sm">
      <div className="flex justify-between gap-4">
        <span className="truncate font-medium">{label}</span>
        <span aria-live="polite" className="shrink-0 text-ink-muted tabular-nums">
          {detail ?? (percent === null ? '' : `${Math.round(percent)}%`)}
        </span>
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent ?? undefined}
        className="h-2 overflow-hidden rounded-full bg-subtle"
      >
        <div
          className={classNames(
            'h-full rounded-full transition-[width]',
            tone === 'danger' ? 'bg-danger' : 'bg-accent',
            percent === null && 'w-1/3 animate-shimmer',
          )}
          style={percent === null ? undefined : { width: `${percent}%` }}
        />
      </div>
    </div>
  )
}
