/**
 * Open pages learn of shares at once. Streams are always locked in the same order, businesses, then owners, so
 * that two acts never wait for each other; e-mail receivers learn by a trigger. Call it last in the transaction.
 */
import type { Stream } from '@exempta/contract/events'
import { limits } from '@exempta/contract/limits'
import type { Transaction } from '../../platform/db/database.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { notify } from '../notifications/index.ts'
import type { ShareKey } from './queries/share-rows.ts'

type Topic = 'documents' | 'shares' | 'received'

/** What a business is told in its notifications, by how many documents it is about. */
export type BusinessNotice = (count: number) => { title: string; message: string; alsoByMail?: boolean }

export async function tellReceivers(
  services: Services,
  tx: Transaction,
  shares: readonly ShareKey[],
  notice?: BusinessNotice,
): Promise<void> {
  const ofBusiness = Map.groupBy(
    shares.filter(({ business_id }) => business_id !== null),
    ({ business_id }) => business_id ?? '',
  )
  for (const id of [...ofBusiness.keys()].sort()) {
    const received = ofBusiness.get(id) ?? []
    if (notice) {
      await notify(services, tx, {
        audience: { kind: 'business', id },
        type: 'users',
        link: '/business/documents',
        ...notice(received.length),
      })
    }
    await publishAll(
      tx,
      `business:${id}`,
      'received',
      received.map((share) => share.id),
    )
  }
}

export async function tellOwners(tx: Transaction, shares: readonly ShareKey[]): Promise<void> {
  const ofOwner = Map.groupBy(shares, ({ owner_id }) => owner_id)
  for (const ownerId of [...ofOwner.keys()].sort()) {
    const own = ofOwner.get(ownerId) ?? []
    await publishAll(
      tx,
      `person:${ownerId}`,
      'shares',
      own.map(({ id }) => id),
    )
    await publishAll(tx, `person:${ownerId}`, 'documents', [
      ...new Set(own.map((share) => share.document_id)),
    ])
  }
}

async function publishAll(
  tx: Transaction,
  stream: Stream,
  topic: Topic,
  ids: readonly string[],
): Promise<void> {
  for (let start = 0; start < ids.length; start += limits.realtimeEventIds) {
    const some = ids.slice(start, start + limits.realtimeEventIds)
    await publish(tx, stream, 'changed', { topic, ids: some })
  }
}
