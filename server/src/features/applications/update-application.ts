import type { ApplicationState } from '@exempta/contract/applications'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { asApplication } from './as-application.ts'
import { updateState } from './queries.ts'

export function updateApplication(
  { clock, database }: Services,
  call: Call,
  { id, state }: { id: string; state: ApplicationState },
) {
  personOf(call)
  const at = clock.now()
  return database.transact(systemActor, async (tx) => {
    const row = await updateState(tx, id, state, at)
    if (!row) throw new AppError('not-found')
    await recordAudit(tx, call, {
      at,
      action: 'application.update',
      target: { kind: 'application', id },
      details: { state },
    })
    await publish(tx, 'role:admin', 'changed', { topic: 'applications', ids: [id] })
    return asApplication(row)
  })
}
