/** Rows as the contract shows them. */
import type { Customer, CustomerStateAnswer } from '@exempta/contract/customers'
import type { AnswerRow } from './queries/list.ts'
import type { CustomerRecord } from './queries/records.ts'

export interface Named {
  id: string
  name: string
}

export const asCustomer = (row: CustomerRecord, parent: Named | null): Customer => ({
  id: row.id,
  number: row.number,
  name: row.name,
  otherNames: row.other_names,
  contacts: row.contacts,
  addresses: row.addresses as Customer['addresses'],
  parent,
  tags: row.tags,
  note: row.note,
  isInactive: row.inactive_at !== null,
  version: row.version,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

/** Nothing covers a sale in this state today. */
export const isMissing = ({ answer }: Pick<AnswerRow, 'answer'>): boolean =>
  answer === 'not-covered' || answer === 'none'

export const asStateAnswer = (row: AnswerRow): CustomerStateAnswer => ({
  state: row.state as CustomerStateAnswer['state'],
  answer: row.answer,
  expiresOn: row.ends_on,
  isMissing: isMissing(row),
})
