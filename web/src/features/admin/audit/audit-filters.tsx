import { auditActions, auditResults, auditTargetKinds } from '@exempta/contract/audit'
import { type AuditLogEntry, auditActorKinds, listAuditLog } from '@exempta/contract/audit-log'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useListState } from '../../../lib/list-state.ts'
import { listQuery } from '../../../lib/query.ts'
import { DateRange } from '../../../ui/date-range.tsx'
import { FilterSelect } from '../../../ui/filter-select.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { actionWords, actorWords, shortId, targetKindWords } from './audit-words.ts'

const day = /^\d{4}-\d\d-\d\d$/
const shape = {
  filters: {
    actorId: /^[0-9a-f-]{36}$/,
    actorKind: auditActorKinds,
    action: auditActions,
    targetKind: auditTargetKinds,
    targetId: /^[\w.:/-]{1,64}$/,
    result: auditResults,
    from: day,
    to: day,
  },
}
const oneOf = <Value extends string>(values: readonly Value[], value: string | undefined) =>
  values.find((one) => one === value)

/** The page of the log that the address asks for, and the ways to ask for another. */
export function useAuditLog() {
  const state = useListState(shape)
  const { search, filters, cursor } = state
  const filter = {
    search,
    actorId: filters.actorId,
    actorKind: oneOf(auditActorKinds, filters.actorKind),
    action: oneOf(auditActions, filters.action),
    targetKind: oneOf(auditTargetKinds, filters.targetKind),
    targetId: filters.targetId,
    result: oneOf(auditResults, filters.result),
    from: filters.from,
    to: filters.to,
  }
  const list = useQuery(listQuery(listAuditLog, { query: { ...filter, cursor } }))
  return { state, filter, list, isNarrowed: search !== '' || Object.keys(filters).length > 0 }
}

type AuditLogState = ReturnType<typeof useAuditLog>['state']

const byLabel = (one: { label: string }, other: { label: string }) => one.label.localeCompare(other.label)
const actionOptions = auditActions.map((value) => ({ value, label: actionWords(value) })).sort(byLabel)
const kindOptions = auditTargetKinds.map((value) => ({ value, label: targetKindWords(value) })).sort(byLabel)
const actorOptions = [
  { value: 'person', label: 'People' },
  { value: 'key', label: 'API keys' },
  { value: 'system', label: 'Exempta itself' },
  { value: 'anonymous', label: 'Not signed in' },
]
const resultWords = { done: 'Done', refused: 'Refused', failed: 'Failed' }
const resultOptions = auditResults.map((value) => ({ value, label: resultWords[value] }))

export const AuditSearch = ({ state }: { state: AuditLogState }) => (
  <SearchInput label="Search people by name or email..." value={state.search} onSearch={state.setSearch} />
)

export function AuditFilters({ state }: { state: AuditLogState }) {
  return (
    <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <FilterSelect
        label="Who"
        allLabel="Everybody"
        value={state.filters.actorKind}
        options={actorOptions}
        onChange={(value) => state.setFilter('actorKind', value)}
      />
      <FilterSelect
        label="Action"
        allLabel="All Actions"
        value={state.filters.action}
        options={actionOptions}
        onChange={(value) => state.setFilter('action', value)}
      />
      <FilterSelect
        label="Object"
        allLabel="All Objects"
        value={state.filters.targetKind}
        options={kindOptions}
        onChange={(value) => state.setFilter('targetKind', value)}
      />
      <FilterSelect
        label="Result"
        allLabel="All Results"
        value={state.filters.result}
        options={resultOptions}
        onChange={(value) => state.setFilter('result', value)}
      />
    </div>
  )
}

export function AuditDays({ state }: { state: AuditLogState }) {
  const span = { from: state.filters.from ?? '', to: state.filters.to ?? '' }
  return (
    <DateRange
      label="Days (UTC)"
      value={span}
      onChange={(next) =>
        next.from !== span.from ? state.setFilter('from', next.from) : state.setFilter('to', next.to)
      }
    />
  )
}

/** Filters that were set by pressing a name or an object in a row, and how to be rid of them. */
export function PressedFilters({ state, rows }: { state: AuditLogState; rows: readonly AuditLogEntry[] }) {
  const { actorId, targetId } = state.filters
  const actor = rows.find((row) => row.actor.id === actorId)?.actor
  const target = rows.find((row) => row.target?.id === targetId)?.target
  if (!actorId && !targetId) return null
  return (
    <div className="flex flex-wrap gap-2">
      {actorId && (
        <PressedFilter
          label={`Acts of ${actor ? actorWords(actor) : shortId(actorId)}`}
          onRemove={() => state.setFilter('actorId', '')}
        />
      )}
      {targetId && (
        <PressedFilter
          label={`Object ${target?.name ?? shortId(targetId)}`}
          onRemove={() => state.setFilter('targetId', '')}
        />
      )}
    </div>
  )
}

const PressedFilter = ({ label, onRemove }: { label: string; onRemove: () => void }) => (
  <span className="inline-flex items-center gap-1 rounded-full bg-accent-soft py-1 pr-1 pl-3 text-sm font-medium text-accent-ink">
    {label}
    <button
      type="button"
      aria-label={`Remove filter: ${label}`}
      onClick={onRemove}
      className="inline-flex size-6 items-center justify-center rounded-full hover:bg-surface"
    >
      <X aria-hidden className="size-4" />
    </button>
  </span>
)
