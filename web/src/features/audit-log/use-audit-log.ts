import { auditActions, auditResults, auditTargetKinds } from '@exempta/contract/audit'
import { auditActorKinds, listAuditLog } from '@exempta/contract/audit-log'
import { useQuery } from '@tanstack/react-query'
import { listQuery } from '../../lib/query.ts'
import { useListState } from '../../lib/use-list-state.ts'

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

export type AuditLogState = ReturnType<typeof useAuditLog>['state']
