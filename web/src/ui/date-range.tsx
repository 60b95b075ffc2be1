import { useId } from 'react'
import { classNames } from '../lib/class-names.ts'
import { controlClass } from './text-input.tsx'

export interface DateSpan {
  /** Calendar days, `YYYY-MM-DD`; empty when open on that side. */
  from: string
  to: string
}

interface DateRangeProps {
  label: string
  value: DateSpan
  onChange: (span: DateSpan) => void
  error?: string
  max?: string
}

/** Two calendar days. The later one cannot be picked before the earlier one. */
export function DateRange({ label, value, onChange, error, max }: DateRangeProps) {
  const id = useId()
  const errorId = `${id}-error`
  const isBackwards = Boolean(value.from && value.to && value.from > value.to)
  const shownError = error ?? (isBackwards ? 'The first day must come before the last day.' : undefined)
  const wiring = {
    type: 'date',
    'aria-invalid': shownError ? true : undefined,
    'aria-describedby': shownError ? errorId : undefined,
    className: classNames(controlClass, 'h-10 text-base sm:text-sm'),
  } as const
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        <label className="grid gap-1 text-xs text-ink-muted">
          From
          <input
            {...wiring}
            value={value.from}
            max={value.to || max}
            onChange={(event) => onChange({ ...value, from: event.target.value })}
          />
        </label>
        <label className="grid gap-1 text-xs text-ink-muted">
          To
          <input
            {...wiring}
            value={value.to}
            min={value.from}
            max={max}
            onChange={(event) => onChange({ ...value, to: event.target.value })}
          />
        </label>
      </div>
      {shownError && (
        <p id={errorId} className="text-sm font-medium text-danger-ink">
          {shownError}
        </p>
      )}
    </fieldset>
  )
}
