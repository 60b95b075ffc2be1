import {
  type Aggregation,
  type AggregationType,
  aggregationTypes,
  type ReportGroup,
  type TimeUnit,
} from '@exempta/contract/reports'
import { columnKeys, findColumn } from '@exempta/contract/reports/catalog'
import { reportLimits } from '@exempta/contract/reports/limits'
import { Plus, Trash2 } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { type DraftProps, pruned, withGroups } from './report-draft.ts'

const units = [
  { value: 'day', label: 'by day' },
  { value: 'week', label: 'by week' },
  { value: 'month', label: 'by month' },
]
const places = ['Group by', 'Then by']

/** Groups instead of rows; one more can be chosen once there is a first. */
export function GroupsChoice({ draft, onChange }: DraftProps) {
  const { type, joins, groupBy } = draft
  const options = columnKeys(type, joins).map((key) => ({
    value: key,
    label: findColumn(type, joins, key)?.label ?? key,
  }))
  function set(index: number, group: ReportGroup | undefined) {
    const next = group ? groupBy.with(index, group) : groupBy.filter((_, place) => place !== index)
    onChange(withGroups(draft, next))
  }
  function choose(index: number, field: string) {
    const isTime = findColumn(type, joins, field)?.kind === 'time'
    const group = { field, ...(isTime && { unit: 'month' as const }) }
    if (index === groupBy.length && field) onChange(withGroups(draft, [...groupBy, group]))
    else set(index, field ? group : undefined)
  }
  const shown = Math.min(groupBy.length + 1, reportLimits.reportGroups)
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">Groups</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {places.slice(0, shown).map((place, index) => {
          const group = groupBy[index]
          const taken = groupBy.filter((_, other) => other !== index).map(({ field }) => field)
          return (
            <div key={place} className="flex gap-2">
              <Select
                aria-label={place}
                className="flex-1"
                placeholder={index === 0 ? 'No groups' : 'Nothing else'}
                options={options.filter(({ value }) => !taken.includes(value))}
                value={group?.field ?? ''}
                onChange={({ target }) => choose(index, target.value)}
              />
              {group?.unit && (
                <Select
                  aria-label={`${place}: time period`}
                  options={units}
                  value={group.unit}
                  onChange={({ target }) => set(index, { ...group, unit: target.value as TimeUnit })}
                />
              )}
            </div>
          )
        })}
      </div>
    </fieldset>
  )
}

const words: Record<AggregationType, string> = {
  count: 'Count',
  sum: 'Sum',
  avg: 'Average',
  min: 'Minimum',
  max: 'Maximum',
}
const allRows = { value: '*', label: 'All rows' }

/** Figures over all rows, and over each group. Only numbers are counted. */
export function AggregationsChoice({ draft, onChange }: DraftProps) {
  const { type, joins, aggregations } = draft
  const numbers = columnKeys(type, joins).flatMap((key) => {
    const column = findColumn(type, joins, key)
    return column?.kind === 'number' ? [{ value: key, label: column.label }] : []
  })
  const types = numbers.length > 0 ? aggregationTypes : (['count'] as const)
  const set = (next: Aggregation[]) => onChange(pruned({ ...draft, aggregations: next }))
  const change = (index: number, part: Partial<Aggregation>) => {
    const before = aggregations[index]
    if (!before) return
    const next = { ...before, ...part }
    const field = next.type !== 'count' && next.field === '*' ? (numbers[0]?.value ?? '*') : next.field
    set(aggregations.with(index, { ...next, field }))
  }
  const add = () => {
    const taken = new Set(aggregations.map(({ alias }) => alias.toLowerCase()))
    const alias = ['Rows', ...Array.from(aggregations, (_, index) => `Rows ${index + 2}`)].find(
      (name) => !taken.has(name.toLowerCase()),
    )
    set([...aggregations, { type: 'count', field: '*', alias: alias ?? '' }])
  }
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 text-sm font-semibold">Aggregations</legend>
      {aggregations.map((aggregation, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an aggregation has no name but the one being typed
        <div key={index} className="grid grid-cols-[1fr_auto] gap-2 sm:grid-cols-[8rem_1fr_1fr_auto]">
          <Select
            aria-label={`Aggregation ${index + 1}`}
            options={types.map((each) => ({ value: each, label: words[each] }))}
            value={aggregation.type}
            onChange={({ target }) => change(index, { type: target.value as AggregationType })}
          />
          <IconButton
            label={`Remove aggregation ${index + 1}`}
            icon={<Trash2 aria-hidden />}
            className="sm:order-last"
            onClick={() => set(aggregations.filter((_, place) => place !== index))}
          />
          <Select
            aria-label={`Aggregation ${index + 1}: of`}
            className="col-span-2 sm:col-span-1"
            options={aggregation.type === 'count' ? [allRows, ...numbers] : numbers}
            value={aggregation.field}
            onChange={({ target }) => change(index, { field: target.value })}
          />
          <div className="col-span-2 sm:col-span-1">
            <TextInput
              aria-label={`Aggregation ${index + 1}: name`}
              value={aggregation.alias}
              maxLength={reportLimits.reportAliasLength}
              onChange={({ target }) => change(index, { alias: target.value })}
            />
          </div>
        </div>
      ))}
      {aggregations.length < reportLimits.reportAggregations && (
        <div className="-mx-3">
          <Button variant="ghost" size="sm" onClick={add}>
            <Plus aria-hidden className="size-4" />
            Add aggregation
          </Button>
        </div>
      )}
    </fieldset>
  )
}
