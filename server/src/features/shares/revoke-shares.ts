import { AppError } from '../../platform/app-error.ts'
import { type Call, personOf } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import { recordWebhookEvents } from '../webhooks/index.ts'
import { countOwn, lockSharesOf, revokeLive, type ShareKey } from './queries/share-rows.ts'
import { recordActs } from './record-acts.ts'
import { tellOwners, tellReceivers } from './tell-of-shares.ts'

/** From the moment this commits the receivers see nothing: every opening asks for the share anew. */
export async function revokeShares(services: Services, call: Call, ids: readonly string[]): Promise<number> {
  const owner = personOf(call)
  const wanted = [...new Set(ids)]
  return services.database.transact(owner, async (tx) => {
    if ((await countOwn(tx, owner.id, wanted)) < wanted.length) throw new AppError('not-found')
    await lockSharesOf(tx, owner.id)
    return endShares(services, tx, call, await revokeLive(tx, owner.id, wanted, services.clock.now()))
  })
}

/** Of an account that closes. */
export async function revokeSharesOf(
  services: Services,
  tx: Transaction,
  call: Call,
  ownerId: string,
): Promise<void> {
  await lockSharesOf(tx, ownerId)
  await endShares(services, tx, call, await revokeLive(tx, ownerId, 'all', services.clock.now()))
}

async function endShares(
  services: Services,
  tx: Transaction,
  call: Call,
  shares: readonly ShareKey[],
): Promise<number> {
  await recordActs(tx, call, shares, { act: 'revoked', at: services.clock.now() })
  await recordWebhookEvents(services, tx, 'document.revoked', shares)
  await tellReceivers(services, tx, shares, takenBack)
  await tellOwners(tx, shares)
  return shares.length
}

export const takenBack = (count: number) => ({
  title: count === 1 ? 'Document taken back' : 'Documents taken back',
  message:
    count === 1
      ? 'A document that was shared with you is no longer available.'
      : `${count} documents that were shared with you are no longer available.`,
  alsoByMail: true,
})
