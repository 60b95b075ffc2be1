import { columnKeys, findColumn, reportCatalog } from '@exempta/contract/reports/catalog'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { type DraftProps, pruned } from './report-draft.ts'

/** In the order of the catalog, whatever was ticked first. */
export function ColumnsChoice({ draft, onChange }: DraftProps) {
  const { type, joins, columns, groupBy } = draft
  const isGrouped = groupBy.length > 0
  const keys = columnKeys(type, joins)
  const relations = Object.entries(reportCatalog[type].relations)
  const choose = (chosen: ReadonlySet<string>) =>
    onChange({ ...draft, columns: keys.filter((key) => chosen.has(key)) })
  const toggled = (list: readonly string[], item: string) =>
    list.includes(item) ? list.filter((each) => each !== item) : [...list, item]
  return (
    <div className="grid gap-4">
      {relations.length > 0 && (
        <fieldset>
          <legend className="mb-1.5 text-sm font-medium">Also show from</legend>
          <div className="flex flex-wrap gap-x-6">
            {relations.map(([name, { label }]) => (
              <Checkbox
                key={name}
                label={label}
                checked={joins.includes(name)}
                onChange={() => onChange(pruned({ ...draft, joins: toggled(joins, name) }))}
              />
            ))}
          </div>
        </fieldset>
      )}
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">Columns</legend>
        <div className="grid gap-x-6 sm:grid-cols-2 xl:grid-cols-3">
          {keys.map((key) => (
            <Checkbox
              key={key}
              label={findColumn(type, joins, key)?.label}
              checked={columns.includes(key)}
              disabled={isGrouped}
              onChange={() => choose(new Set(toggled(columns, key)))}
            />
          ))}
        </div>
        {isGrouped && (
          <p className="mt-1 text-sm text-ink-muted">
            Groups show what they’re grouped by and their aggregations. Remove the groups to choose columns.
          </p>
        )}
        <div className="-mx-3 mt-1 flex gap-1">
          <Button variant="ghost" size="sm" disabled={isGrouped} onClick={() => choose(new Set(keys))}>
            All columns
          </Button>
          <Button variant="ghost" size="sm" disabled={isGrouped} onClick={() => choose(new Set())}>
            No columns
          </Button>
        </div>
      </fieldset>
    </div>
  )
}

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
          placeholder={isGrouped ? 'Same as the groups' : 'Newest first'}
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
