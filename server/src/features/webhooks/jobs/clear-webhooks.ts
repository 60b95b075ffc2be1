import { limits } from '@exempta/contract/limits'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Services } from '../../../platform/services.ts'
import { deleteEventsBefore } from '../queries/sending.ts'
import { listWithOldSecretsBefore, updateWebhook } from '../queries/webhooks.ts'
import { forgetOldSecret } from '../webhook-secrets.ts'

const batchSize = 100

/** The log is kept for a month; an old secret no longer than it signs. */
export async function clearWebhooks(services: Services): Promise<void> {
  const { clock, database } = services
  const now = clock.now()
  await inBatches((tx) =>
    deleteEventsBefore(tx, new Date(now.getTime() - limits.webhookLogKeptMs), batchSize),
  )
  await inBatches(async (tx) => {
    const webhooks = await listWithOldSecretsBefore(tx, now, batchSize)
    for (const { id } of webhooks) {
      await forgetOldSecret(services, tx, id)
      await updateWebhook(tx, id, { old_secret_until: null }, now)
    }
    return webhooks.length
  })

  async function inBatches(clear: (tx: Transaction) => Promise<number>): Promise<void> {
    while ((await database.transact(systemActor, clear)) === batchSize);
  }
}
