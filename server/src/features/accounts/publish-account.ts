import type { Transaction } from '../../platform/db/database.ts'
import { publish } from '../../platform/realtime/publish.ts'

/** Open pages of the person learn that the account has changed. Called last, since it locks the stream. */
export async function publishAccount(tx: Transaction, personId: string): Promise<void> {
  await publish(tx, `person:${personId}`, 'changed', { topic: 'account', ids: [personId] })
}
