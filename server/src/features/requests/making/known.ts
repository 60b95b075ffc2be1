import type { MakingDraft } from '@exempta/contract/requests/making'
import type { Transaction } from '../../../platform/db/database.ts'
import type { OpenRequest } from '../answers/open-request.ts'
import { findCustomer } from '../queries/making.ts'

/** What the business wrote down about the customer that it asked. */
export async function knownOf(
  tx: Transaction,
  { customer_id, customer_name }: OpenRequest,
  state: string,
): Promise<Partial<MakingDraft>> {
  const customer = customer_id ? await findCustomer(tx, customer_id) : undefined
  const name = customer_name ?? customer?.name
  const address = customer?.addresses.find((one) => one.state === state) ?? customer?.addresses[0]
  const { street, city, postalCode } = address ?? {}
  const rest = [city, [address?.state, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(' ')
  return {
    ...(name && { purchaser: name }),
    ...(street && { purchaserAddress: `${street}, ${rest}` }),
  }
}
