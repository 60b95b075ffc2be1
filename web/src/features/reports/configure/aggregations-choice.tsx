import { limits } from '@exempta/contract/limits'
import { columnKeys, findColumn } from '@exempta/contract/report-catalog'
import { type Aggregation, type AggregationType, aggregationTypes } from '@exempta/contract/reports'
import { Plus, Trash2 } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import type { DraftProps } from './draft-props.ts'
import { pruned } from './pruned.ts'

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
              maxLength={limits.reportAliasLength}
              onChange={({ target }) => change(index, { alias: target.value })}
            />
          </div>
        </div>
      ))}
      {aggregations.length < limits.reportAggregations && (
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
