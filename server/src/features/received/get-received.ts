import type { getReceived as contract } from '@exempta/contract/received'
import type { RouteReturn } from '@exempta/contract/route'
import { AppError } from '../../platform/app-error.ts'
import { type Call, type MemberActor, memberOf } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import { requireMember } from '../businesses/index.ts'
import { asReceived } from './as-received.ts'
import { findReceived, listPageSizes, type ReceivedRow } from './queries/received.ts'

export function getReceived(
  { database }: Services,
  call: Call,
  id: string,
): Promise<RouteReturn<typeof contract>> {
  const member = memberOf(call)
  return database.transact(
    member,
    async (tx) => {
      const row = await requireReceived(tx, member, id)
      const pages = await listPageSizes(tx, row.document_id, row.document_version)
      return { ...asReceived(row), pages }
    },
    { readOnly: true },
  )
}

/** For whoever knows a document by what was received. */
export async function findReceivedDocumentId(
  { database }: Services,
  call: Call,
  id: string,
): Promise<string> {
  const member = memberOf(call)
  const row = await database.transact(member, (tx) => requireReceived(tx, member, id), { readOnly: true })
  return row.document_id
}

/** The share of the caller's own business, or a refusal. */
export async function requireReceived(
  tx: Transaction,
  member: MemberActor,
  id: string,
): Promise<ReceivedRow> {
  const { businessId } = await requireMember(tx, member)
  const [row] = await findReceived(tx, businessId, [id])
  if (!row) throw new AppError('not-found')
  return row
}
