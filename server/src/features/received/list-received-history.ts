import type { PageQuery } from '@exempta/contract/paging'
import type { ShareEvent } from '@exempta/contract/shares'
import { type Call, memberOf } from '../../platform/call.ts'
import type { Services } from '../../platform/services.ts'
import { readHistory } from '../shares/index.ts'
import { requireReceived } from './get-received.ts'

export async function listReceivedHistory(
  services: Services,
  call: Call,
  { id, ...page }: PageQuery & { id: string },
): Promise<{ items: ShareEvent[]; nextCursor: string | null }> {
  const member = memberOf(call)
  await services.database.transact(member, (tx) => requireReceived(tx, member, id), { readOnly: true })
  return readHistory(services, id, page)
}
