import { columnKeys, findColumn } from '@exempta/contract/report-catalog'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import type { DraftProps } from './draft-props.ts'

const directions = [
  { value: 'asc', label: 'Ascending' },
  { value: 'desc', label: 'Descending' },
]

/** Rows by any column, groups by what they show. */
export function SortChoice({ draft, onChange }: DraftProps) {
  const { type, joins, groupBy, aggregations, sortBy } = draft
  const isGrouped = groupBy.length > 0
  const keys = isGrouped ? groupBy.map(({ field }) => field) : columnKeys(type, joins)
  const options = [
    ...keys.map((key) => ({ value: key, label: findColumn(type, joins, key)?.label ?? key })),
    ...(isGrouped ? aggregations.map(({ alias }) => ({ value: alias, label: alias })) : []),
  ]
  function choose(field: string) {
    const { sortBy: before, ...rest } = draft
    onChange(field === '' ? rest : { ...rest, sortBy: { field, direction: before?.direction ?? 'asc' } })
  }
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Field label="Sort by">
        <Select
          className="min-w-48"
          options={options}
          placeholder={isGrouped ? 'As suits the groups' : 'Newest first'}
          value={sortBy?.field ?? ''}
          onChange={({ target }) => choose(target.value)}
        />
      </Field>
      {sortBy && (
        <Select
          aria-label="Direction"
          options={directions}
          value={sortBy.direction}
          onChange={({ target }) =>
            onChange({ ...draft, sortBy: { ...sortBy, direction: target.value === 'desc' ? 'desc' : 'asc' } })
          }
        />
      )}
    </div>
  )
}
