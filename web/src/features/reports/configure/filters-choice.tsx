import { type FilterName, filterNames, findFilter } from '@exempta/contract/report-catalog'
import type { ReportFilters } from '@exempta/contract/reports'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { ChoicesFilter } from './choices-filter.tsx'
import { DateRangeFilter } from './date-range-filter.tsx'
import type { DraftProps } from './draft-props.ts'
import { SpanFilter } from './span-filter.tsx'

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
