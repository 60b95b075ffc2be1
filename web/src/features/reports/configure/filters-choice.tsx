import { dayMs } from '@exempta/contract/durations'
import type { ReportFilters } from '@exempta/contract/reports'
import { type FilterName, filterNames, findFilter } from '@exempta/contract/reports/catalog'
import { classNames } from '../../../lib/class-names.ts'
import { ownTimeZone, zoneInWords } from '../../../lib/format.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { DateRange } from '../../../ui/date-range.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { controlClass, TextInput } from '../../../ui/text-input.tsx'
import { cellText } from '../result/report-table.tsx'
import type { DraftProps } from './report-draft.ts'

interface ChoicesFilterProps {
  label: string
  choices: readonly string[]
  value: readonly string[]
  onChange: (value: string[]) => void
}

/** None ticked is no filter. */
function ChoicesFilter({ label, choices, value, onChange }: ChoicesFilterProps) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      <div className="flex flex-wrap gap-x-5">
        {choices.map((choice) => (
          <Checkbox
            key={choice}
            label={cellText({ kind: 'choice' }, choice)}
            checked={value.includes(choice)}
            onChange={({ target }) =>
              onChange(choices.filter((each) => (each === choice ? target.checked : value.includes(each))))
            }
          />
        ))}
      </div>
    </fieldset>
  )
}

type Range = ReportFilters['dateRange']

interface DateRangeFilterProps {
  label: string
  value: Range
  onChange: (value: Range) => void
}

const today = () => new Date().toISOString().slice(0, 10)
const monthAgo = () => new Date(Date.now() - 29 * dayMs).toISOString().slice(0, 10)

const lengths = [7, 30, 90, 365]

/** Days that move along, or days that stay. */
function DateRangeFilter({ label, value, onChange }: DateRangeFilterProps) {
  const last = value && 'lastDays' in value ? value.lastDays : undefined
  const fixed = value && 'start' in value ? value : undefined
  const options = [
    ...[...new Set([...lengths, ...(last ? [last] : [])])]
      .sort((a, b) => a - b)
      .map((days) => ({ value: String(days), label: `Last ${days} days` })),
    { value: 'days', label: 'Between two dates' },
  ]
  return (
    <div className="grid items-end gap-4 sm:grid-cols-2">
      <Field label={label}>
        <Select
          options={options}
          placeholder="Any time"
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
          label={`Days (${zoneInWords(ownTimeZone())})`}
          value={{ from: fixed.start, to: fixed.end }}
          onChange={({ from, to }) => onChange({ start: from, end: to })}
        />
      )}
    </div>
  )
}

interface Span {
  min?: number | undefined
  max?: number | undefined
}

interface SpanFilterProps {
  label: string
  value: Span | undefined
  onChange: (value: Span | undefined) => void
}

/** From at least to at most; a side that is left empty is open. */
function SpanFilter({ label, value = {}, onChange }: SpanFilterProps) {
  function change(side: keyof Span, text: string) {
    const { [side]: _, ...other } = value
    const next = text === '' ? other : { ...other, [side]: Number(text) }
    onChange(Object.keys(next).length > 0 ? next : undefined)
  }
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="grid grid-cols-2 gap-2">
        {(['min', 'max'] as const).map((side) => (
          <label key={side} className="grid gap-1 text-xs text-ink-muted">
            {side === 'min' ? 'At least' : 'At most'}
            <input
              type="number"
              min={0}
              step={1}
              inputMode="numeric"
              value={value[side] ?? ''}
              onChange={({ target }) => change(side, target.value)}
              className={classNames(controlClass, 'h-10 text-base sm:text-sm')}
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const labels: Record<FilterName, string> = {
  dateRange: 'Created',
  status: 'Status',
  type: 'Document Type',
  role: 'Role',
  verified: 'Verification',
  businessType: 'Business Type',
  documentCount: 'Documents Received',
  userCount: 'Users',
  profileName: 'Name contains',
}

const verifications = [
  { value: 'yes', label: 'Verified' },
  { value: 'no', label: 'Unverified' },
]

/** The filters of the type, and those of what is joined. */
export function FiltersChoice({ draft, onChange }: DraftProps) {
  const { filters } = draft
  function set<Name extends FilterName>(name: Name, value: ReportFilters[Name] | undefined) {
    const { [name]: _, ...others } = filters
    onChange({ ...draft, filters: value === undefined ? others : { ...others, [name]: value } })
  }
  const has = (name: FilterName) => findFilter(draft.type, draft.joins, name) !== undefined
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-3 text-sm font-semibold">Filters</legend>
      <DateRangeFilter
        label={labels.dateRange}
        value={filters.dateRange}
        onChange={(range) => set('dateRange', range)}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {filterNames.map((name) => {
          const choices = findFilter(draft.type, draft.joins, name)?.choices
          if (!choices || !isListFilter(name)) return null
          return (
            <ChoicesFilter
              key={name}
              label={labels[name]}
              choices={choices}
              value={filters[name] ?? []}
              onChange={(value) => set(name, value.length > 0 ? value : undefined)}
            />
          )
        })}
        {has('verified') && (
          <Field label={labels.verified}>
            <Select
              options={verifications}
              placeholder="All"
              value={filters.verified === undefined ? '' : filters.verified ? 'yes' : 'no'}
              onChange={({ target }) =>
                set('verified', target.value === '' ? undefined : target.value === 'yes')
              }
            />
          </Field>
        )}
        {(['documentCount', 'userCount'] as const).filter(has).map((name) => (
          <SpanFilter
            key={name}
            label={labels[name]}
            value={filters[name]}
            onChange={(value) => set(name, value)}
          />
        ))}
        {has('profileName') && (
          <Field label={labels.profileName}>
            <TextInput
              value={filters.profileName ?? ''}
              onChange={({ target }) => set('profileName', target.value === '' ? undefined : target.value)}
            />
          </Field>
        )}
      </div>
    </fieldset>
  )
}

const isListFilter = (name: FilterName): name is 'status' | 'type' | 'role' | 'businessType' =>
  name === 'status' || name === 'type' || name === 'role' || name === 'businessType'
