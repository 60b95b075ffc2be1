import type { getReceived as contract } from '@exempta/contract/received'
import type { RouteReturn } from '@exempta/contract/route'
import { AppError } from '../../platform/app-error.ts'
import { type Call, type PersonActor, personOf } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import { requireMember } from '../businesses/index.ts'
import { asReceived } from './as-received.ts'
import { findReceived, listPageSizes, type ReceivedRow } from './queries.ts'

export function getReceived(
  { database }: Services,
  call: Call,
  id: string,
): Promise<RouteReturn<typeof contract>> {
  const person = personOf(call)
  return database.transact(
    person,
    async (tx) => {
      const row = await requireReceived(tx, person, id)
      const pages = await listPageSizes(tx, row.document_id, row.document_version)
      return { ...asReceived(row), pages }
    },
    { readOnly: true },
  )
}

/** The share of the caller's own business, or a refusal. */
export async function requireReceived(
  tx: Transaction,
  person: PersonActor,
  id: string,
): Promise<ReceivedRow> {
  const { businessId } = await requireMember(tx, person)
  const [row] = await findReceived(tx, businessId, [id])
  if (!row) throw new AppError('not-found')
  return row
}
