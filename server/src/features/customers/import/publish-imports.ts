import type { Transaction } from '../../../platform/db/database.ts'
import { publish } from '../../../platform/realtime/publish.ts'

/** Pages that show the list or customers fetch them again. */
export const publishImports = (tx: Transaction, businessId: string, id: string): void =>
  publish(tx, `business:${businessId}`, 'changed', { topic: 'customers', ids: [id] })
