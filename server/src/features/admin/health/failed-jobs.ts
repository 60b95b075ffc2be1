import type { FailedJob } from '@exempta/contract/admin/health'
import type { PageQuery } from '@exempta/contract/paging'
import { z } from 'zod'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../../platform/call.ts'
import { defineKeyset } from '../../../platform/db/keyset.ts'
import type { Services } from '../../../platform/services.ts'

const list = defineKeyset('failed jobs', z.tuple([z.uuid()]))

export async function listFailedJobs(
  { jobs }: Services,
  { cursor, limit }: PageQuery,
): Promise<{ items: FailedJob[]; nextCursor: string | null }> {
  const after = list.read(cursor)
  const rows = await jobs.listDead(limit + 1, after?.[0])
  const { items, nextCursor } = list.page(rows, limit, ({ id }) => [id])
  return {
    items: items.map(({ id, job, attempts, reason, diedAt }) => ({
      id,
      job,
      attempts,
      reason: wordsOf(reason),
      failedAt: diedAt.toISOString(),
    })),
    nextCursor,
  }
}

/** Shows only the class and code of an error, never other parts, which could hold personal data. */
function wordsOf(reason: unknown): string {
  if (typeof reason !== 'object' || reason === null) return 'No reason was recorded'
  const { error, code } = reason as { error?: unknown; code?: unknown }
  const words = [error, code].filter((word): word is string => typeof word === 'string')
  return words.length > 0 ? words.join(', ') : 'The worker stopped answering'
}

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
        text: 'This job is no longer in the list, or the same job is already queued.',
      })
    }
    await recordAudit(tx, call, { at: clock.now(), action, target: { kind: 'job', id } })
  })
}
