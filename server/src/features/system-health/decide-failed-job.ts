import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import type { Services } from '../../platform/services.ts'

export const retryFailedJob = (services: Services, call: Call, id: string): Promise<void> =>
  decide(services, call, id, 'job.retry')

export const dropFailedJob = (services: Services, call: Call, id: string): Promise<void> =>
  decide(services, call, id, 'job.drop')

async function decide(services: Services, call: Call, id: string, action: 'job.retry' | 'job.drop') {
  const { clock, database, jobs } = services
  await database.transact(personOf(call), async (tx) => {
    const isDone = action === 'job.retry' ? await jobs.redrive(tx, id) : await jobs.drop(tx, id)
    if (!isDone) {
      throw new AppError('not-found', {
        text: 'This job is not waiting here any more, or another one like it is already queued.',
      })
    }
    await recordAudit(tx, call, { at: clock.now(), action, target: { kind: 'job', id } })
  })
}
