import type { PageQuery } from '@exempta/contract/paging'
import type { ShareEvent } from '@exempta/contract/shares'
import { type Call, personOf } from '../../platform/call.ts'
import type { Services } from '../../platform/services.ts'
import { readHistory } from '../shares/index.ts'
import { requireReceived } from './get-received.ts'

export async function listReceivedHistory(
  services: Services,
  call: Call,
  { id, ...page }: PageQuery & { id: string },
): Promise<{ items: ShareEvent[]; nextCursor: string | null }> {
  const person = personOf(call)
  await services.database.transact(person, (tx) => requireReceived(tx, person, id), { readOnly: true })
  return readHistory(services, id, page)
}
