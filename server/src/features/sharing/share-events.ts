import type { AuditAction } from '@exempta/contract/admin/audit'
import type { Stream } from '@exempta/contract/events'
import { limits } from '@exempta/contract/limits'
import type { NotificationKind } from '@exempta/contract/notifications'
import type { ShareAct } from '@exempta/contract/sharing'
import { recordAudits } from '../../platform/audit/record-audit.ts'
import type { Call } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { documentsInWords } from '../../platform/documents-in-words.ts'
import { timeOrderedId } from '../../platform/identifiers.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { renewCoverage } from '../coverage/index.ts'
import { notify } from '../notifications/index.ts'
import { insertShareEvents } from './queries/list.ts'
import { listNames, type SharedName, type ShareKey } from './queries/share-rows.ts'

/** Actions on the share itself. Viewing is audited as an action on the document. */
const auditActionOf = {
  corrected: 'share.correct',
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
  /** The document that was replaced. */
  documentName?: string | undefined
}

/** Adds a history row and an audit row for each share. */
export async function recordActs(
  tx: Transaction,
  call: Call,
  shares: readonly ShareKey[],
  { act, at, reason, documentName }: ActOnShares,
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
      document_name: documentName ?? null,
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

/** What a notification to a business says about whose and which documents changed. */
export type BusinessNotice = (about: { count: number; owner: string; documents: string }) => {
  title: string
  message: string
  kind?: NotificationKind
  about?: string
  alsoByEmail?: boolean
}

export async function notifyRecipients(
  services: Services,
  tx: Transaction,
  shares: readonly ShareKey[],
  notice?: BusinessNotice,
): Promise<void> {
  await renewCoverage(services, tx, shares)
  const ofBusiness = Map.groupBy(
    shares.filter(({ business_id }) => business_id !== null),
    ({ business_id }) => business_id ?? '',
  )
  // Asked once for all: a hundred documents can be shared with a hundred businesses.
  const names = notice ? await listNames(tx, shares) : []
  for (const [id, received] of ofBusiness) {
    const only = received.length === 1 ? received[0] : undefined
    if (notice) {
      await notify(services, tx, {
        audience: { kind: 'business', id },
        type: 'users',
        link: only ? `/business/documents/${only.id}` : '/business/documents',
        documentCount: received.length,
        ...notice(inWords(received, names)),
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

function inWords(shares: readonly ShareKey[], names: readonly SharedName[]) {
  const shared = new Set(shares.map((share) => share.document_id))
  const own = names.filter(({ id }) => shared.has(id))
  return {
    count: shares.length,
    owner: own[0]?.owner ?? 'The owner',
    documents: documentsInWords(own.map(({ document }) => document)),
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
