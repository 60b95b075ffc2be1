import type { AuditAction } from '@exempta/contract/admin/audit'
import type { Stream } from '@exempta/contract/events'
import { limits } from '@exempta/contract/limits'
import type { ShareAct } from '@exempta/contract/sharing'
import { recordAudits } from '../../platform/audit/record-audit.ts'
import type { Call } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { timeOrderedId } from '../../platform/identifiers.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { notify } from '../notifications/index.ts'
import { insertShareEvents } from './queries/list.ts'
import type { ShareKey } from './queries/share-rows.ts'

/** Actions on the share itself. Viewing is audited as an action on the document. */
const auditActionOf = {
  shared: 'share.create',
  reopened: 'share.reopen',
  verified: 'share.verify',
  rejected: 'share.reject',
  'review-reopened': 'share.reopen-review',
  returned: 'share.return',
  revoked: 'share.revoke',
  expired: 'share.expire',
} as const satisfies Partial<Record<ShareAct, AuditAction>>

export interface ActOnShares {
  act: keyof typeof auditActionOf
  at: Date
  reason?: string
}

/** Adds a history row and an audit row for each share. */
export async function recordActs(
  tx: Transaction,
  call: Call,
  shares: readonly ShareKey[],
  { act, at, reason }: ActOnShares,
): Promise<void> {
  const { actor } = call
  // An administrator acts for Exempta and is neither owner nor recipient.
  const person = actor.kind === 'person' && actor.role !== 'admin' ? actor : undefined
  const keyId = actor.kind === 'key' ? actor.id : null
  await insertShareEvents(
    tx,
    shares.map(({ id, owner_id }) => ({
      id: timeOrderedId(at),
      share_id: id,
      act,
      at,
      by_kind: keyId ? 'receiver' : !person ? 'exempta' : person.id === owner_id ? 'owner' : 'receiver',
      person_id: person && person.id !== owner_id ? person.id : null,
      key_id: keyId,
      reason: reason ?? null,
    })),
  )
  await recordAudits(
    tx,
    call,
    shares.map((share) => ({
      at,
      action: auditActionOf[act],
      target: { kind: 'document', id: share.document_id },
      details: { share: share.id, ...(share.business_id && { business: share.business_id }) },
    })),
  )
}

/**
 * Realtime events update the open pages of businesses and owners. Email link viewers are notified by a
 * database trigger.
 */

type Topic = 'documents' | 'shares' | 'received'

/** The notification for a business, given how many documents it covers. */
export type BusinessNotice = (count: number) => { title: string; message: string; alsoByEmail?: boolean }

export async function notifyRecipients(
  services: Services,
  tx: Transaction,
  shares: readonly ShareKey[],
  notice?: BusinessNotice,
): Promise<void> {
  const ofBusiness = Map.groupBy(
    shares.filter(({ business_id }) => business_id !== null),
    ({ business_id }) => business_id ?? '',
  )
  for (const [id, received] of ofBusiness) {
    if (notice) {
      await notify(services, tx, {
        audience: { kind: 'business', id },
        type: 'users',
        link: '/business/documents',
        ...notice(received.length),
      })
    }
    publishAll(
      tx,
      `business:${id}`,
      'received',
      received.map((share) => share.id),
    )
  }
}

export function publishToOwners(tx: Transaction, shares: readonly ShareKey[]): void {
  const ofOwner = Map.groupBy(shares, ({ owner_id }) => owner_id)
  for (const [ownerId, own] of ofOwner) {
    publishAll(
      tx,
      `person:${ownerId}`,
      'shares',
      own.map(({ id }) => id),
    )
    publishAll(tx, `person:${ownerId}`, 'documents', [...new Set(own.map((share) => share.document_id))])
  }
}

function publishAll(tx: Transaction, stream: Stream, topic: Topic, ids: readonly string[]): void {
  for (let start = 0; start < ids.length; start += limits.realtimeEventIds) {
    const some = ids.slice(start, start + limits.realtimeEventIds)
    publish(tx, stream, 'changed', { topic, ids: some })
  }
}
