import type { ReportFilters } from '@exempta/contract/reports'
import { DateRange } from '../../../ui/date-range.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'

type Range = ReportFilters['dateRange']

interface DateRangeFilterProps {
  label: string
  value: Range
  onChange: (value: Range) => void
}

const dayMs = 24 * 60 * 60_000
const today = () => new Date().toISOString().slice(0, 10)
const monthAgo = () => new Date(Date.now() - 29 * dayMs).toISOString().slice(0, 10)

const lengths = [7, 30, 90, 365]

/** Days that move along, or days that stay. */
export function DateRangeFilter({ label, value, onChange }: DateRangeFilterProps) {
  const last = value && 'lastDays' in value ? value.lastDays : undefined
  const fixed = value && 'start' in value ? value : undefined
  const options = [
    ...[...new Set([...lengths, ...(last ? [last] : [])])]
      .sort((a, b) => a - b)
      .map((days) => ({ value: String(days), label: `Last ${days} days` })),
    { value: 'days', label: 'Between two days' },
  ]
  return (
    <div className="grid items-end gap-4 sm:grid-cols-2">
      <Field label={label}>
        <Select
          options={options}
          placeholder="At any time"
          value={fixed ? 'days' : last ? String(last) : ''}
          onChange={({ target: { value: chosen } }) =>
            onChange(
              chosen === ''
                ? undefined
                : chosen === 'days'
                  ? { start: monthAgo(), end: today() }
                  : { lastDays: Number(chosen) },
            )
          }
        />
      </Field>
      {fixed && (
        <DateRange
          label="Days (UTC)"
          value={{ from: fixed.start, to: fixed.end }}
          onChange={({ from, to }) => onChange({ start: from, end: to })}
        />
      )}
    </div>
  )
}
