import type { Transaction } from '../../../platform/db/database.ts'
import { publish } from '../../../platform/realtime/publish.ts'

/** Pages that show the business's lists of sales fetch them again. */
export const publishList = (tx: Transaction, businessId: string, id: string): void =>
  publish(tx, `business:${businessId}`, 'changed', { topic: 'sales-lists', ids: [id] })
