import { limits } from '@exempta/contract/limits'
import { columnKeys, findColumn } from '@exempta/contract/report-catalog'
import type { ReportGroup, TimeUnit } from '@exempta/contract/reports'
import { Select } from '../../../ui/select.tsx'
import type { DraftProps } from './draft-props.ts'
import { withGroups } from './pruned.ts'

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
  const shown = Math.min(groupBy.length + 1, limits.reportGroups)
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
                  aria-label={`${place}: length of time`}
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
