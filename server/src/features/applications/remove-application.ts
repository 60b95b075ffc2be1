import type { AuditAction } from '@exempta/contract/audit'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { deleteApplication } from './queries.ts'

export async function removeApplication(services: Services, call: Call, id: string): Promise<void> {
  personOf(call)
  if (!(await shredApplication(services, call, id, 'application.remove'))) throw new AppError('not-found')
}

/** The key of the résumé goes with the record. False when there was none. */
export function shredApplication(
  { clock, database, files }: Services,
  call: Call,
  id: string,
  action: AuditAction,
): Promise<boolean> {
  return database.transact(systemActor, async (tx) => {
    if (!(await deleteApplication(tx, id))) return false
    await files.destroy(tx, { documentId: id })
    await recordAudit(tx, call, { at: clock.now(), action, target: { kind: 'application', id } })
    await publish(tx, 'role:admin', 'changed', { topic: 'applications', ids: [id] })
    return true
  })
}
