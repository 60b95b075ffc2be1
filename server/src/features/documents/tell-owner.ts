import type { Transaction } from '../../platform/db/database.ts'
import { publish } from '../../platform/realtime/publish.ts'

/** Open pages of the owner fetch it again. Call it last: it locks the stream until the transaction ends. */
export const tellOwner = (tx: Transaction, ownerId: string, documentId: string): Promise<number> =>
  publish(tx, `person:${ownerId}`, 'changed', { topic: 'documents', ids: [documentId] })
