import {
  actionWords,
  auditActions,
  auditActorKinds,
  auditResults,
  auditTargetKinds,
  listAuditLog,
} from '@exempta/contract/admin/audit'
import { X } from 'lucide-react'
import { ownTimeZone, zoneInWords } from '../../../lib/format.ts'
import { useList } from '../../../lib/list.ts'
import { FoldedFilter, ListFilter, ListSearch } from '../../../ui/list-view.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { actorWords, shortId, targetKindWords } from './audit-words.ts'

const day = /^\d{4}-\d\d-\d\d$/
const filters = {
  actorId: /^[0-9a-f-]{36}$/,
  actorKind: auditActorKinds,
  action: auditActions,
  targetKind: auditTargetKinds,
  targetId: /^[\w.:/-]{1,64}$/,
  result: auditResults,
  from: day,
  to: day,
}

export const useAuditLog = () =>
  useList(listAuditLog, {
    filters,
    input: ({ search, filters, cursor }) => ({
      query: { search, ...filters, timeZone: ownTimeZone(), cursor },
    }),
  })

type AuditLogList = ReturnType<typeof useAuditLog>

const byLabel = (one: { label: string }, other: { label: string }) => one.label.localeCompare(other.label)
const actionOptions = auditActions.map((value) => ({ value, label: actionWords(value) })).sort(byLabel)
const kindOptions = auditTargetKinds.map((value) => ({ value, label: targetKindWords(value) })).sort(byLabel)
const actorOptions = [
  { value: 'person', label: 'People' },
  { value: 'key', label: 'API keys' },
  { value: 'system', label: 'Exempta' },
  { value: 'anonymous', label: 'Not logged in' },
]
const resultWords = { done: 'Done', refused: 'Refused', failed: 'Failed' }
const resultOptions = auditResults.map((value) => ({ value, label: resultWords[value] }))

export const AuditSearch = ({ list }: { list: AuditLogList }) => (
  <ListSearch list={list} label="Search by person, business, document or email..." />
)

export function AuditFilters({ list }: { list: AuditLogList }) {
  const { from = '', to = '' } = list.filters
  return (
    <>
      <ListFilter list={list} name="actorKind" label="Who" allLabel="Everyone" options={actorOptions} />
      <ListFilter list={list} name="action" label="Action" allLabel="All Actions" options={actionOptions} />
      <ListFilter list={list} name="targetKind" label="Object" allLabel="All Objects" options={kindOptions} />
      <ListFilter list={list} name="result" label="Result" allLabel="All Results" options={resultOptions} />
      <FoldedFilter isInUse={from !== '' || to !== ''}>
        <span className="flex flex-wrap items-center gap-2">
          <span aria-hidden>Days ({zoneInWords(ownTimeZone())})</span>
          <TextInput
            type="date"
            aria-label="From"
            value={from}
            max={to}
            onChange={(event) => list.setFilter('from', event.target.value)}
          />
          <span aria-hidden>to</span>
          <TextInput
            type="date"
            aria-label="To"
            value={to}
            min={from}
            onChange={(event) => list.setFilter('to', event.target.value)}
          />
        </span>
      </FoldedFilter>
    </>
  )
}

/** Filters that were set by pressing a name or an object in a row, and how to be rid of them. */
export function PressedFilters({ list }: { list: AuditLogList }) {
  const { actorId, targetId } = list.filters
  const actor = list.rows?.find((row) => row.actor.id === actorId)?.actor
  const target = list.rows?.find((row) => row.target?.id === targetId)?.target
  if (!actorId && !targetId) return null
  return (
    <div className="flex flex-wrap gap-2">
      {actorId && (
        <PressedFilter
          label={`Activity of ${actor ? actorWords(actor) : shortId(actorId)}`}
          onRemove={() => list.setFilter('actorId', '')}
        />
      )}
      {targetId && (
        <PressedFilter
          label={`Object ${target?.name ?? shortId(targetId)}`}
          onRemove={() => list.setFilter('targetId', '')}
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
