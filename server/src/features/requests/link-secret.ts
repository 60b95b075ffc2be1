/** What signs the links, reply addresses and separator sheets of a business. It outlives a change of the master key. */
import { randomBytes } from 'node:crypto'
import { systemActor } from '../../platform/db/actor.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import { lockRequestLinks } from './queries/requests.ts'

const nameOf = (ownerId: string) => ({ ownerId, purpose: 'request-links' }) as const

export const findLinkSecret = (
  { secrets }: Pick<Services, 'secrets'>,
  tx: Transaction,
  businessId: string,
): Promise<Buffer | undefined> => secrets.get(tx, nameOf(businessId))

/** The signing secret of a business; made when it's first needed. */
export function linkSecretOf(services: Services, businessId: string): Promise<Buffer> {
  return services.database.transact(systemActor, async (tx) => {
    const known = await findLinkSecret(services, tx, businessId)
    if (known) return known
    await lockRequestLinks(tx, businessId)
    const other = await findLinkSecret(services, tx, businessId)
    if (other) return other
    const fresh = randomBytes(32)
    await services.secrets.put(tx, nameOf(businessId), fresh)
    return fresh
  })
}
