import type { AuditAction } from '@exempta/contract/admin/audit'
import type { WebhookEventType } from '@exempta/contract/api/webhooks'
import type { Stream } from '@exempta/contract/events'
import { liveLimits } from '@exempta/contract/live-limits'
import type { NotificationKind } from '@exempta/contract/notifications'
import type { ShareAct } from '@exempta/contract/sharing'
import { recordAudits } from '../../platform/audit/record-audit.ts'
import type { Call } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { documentsInWords } from '../../platform/documents-in-words.ts'
import { timeOrderedId } from '../../platform/identifiers.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { recordWebhookEvents } from '../api/index.ts'
import { announceReceived } from '../businesses/index.ts'
import { endCoverage, renewCoverage } from '../coverage/index.ts'
import { notify } from '../notifications/index.ts'
import { requestAutomaticReview } from './automatic-review.ts'
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

type ActOnShare = keyof typeof auditActionOf

/** What a business is notified of: whose and which documents changed. */
export type BusinessNotice<Share extends ShareKey = ShareKey> = (about: {
  count: number
  owner: string
  documents: string
  shares: readonly Share[]
}) => {
  title: string
  message: string
  kind?: NotificationKind
  about?: string
  alsoByEmail?: boolean
} | null

/** What an owner is notified of, for each business. */
type OwnerNotice<Share extends ShareKey> = (shares: readonly Share[]) => {
  title: string
  message: string
  kind?: NotificationKind
  about?: string
  documentCount?: number
  link: `/${string}`
}

/** A change to shares and who has to know of it. Every part has to be given, so that no verb forgets one. */
export interface ShareChange<Share extends ShareKey = ShareKey> {
  at: Date
  /** What was done to a share, for its history and the audit log; null where only what it shows has changed. */
  act: (share: Share) => ActOnShare | null
  reason?: string | undefined
  /** The document that was replaced. */
  documentName?: string | undefined
  /** For the systems of the businesses. */
  webhook: WebhookEventType | null
  /** Null updates only their open pages. */
  businessNotice: BusinessNotice<Share> | null
  ownerNotice: OwnerNotice<Share> | null
  /** The rows are about to be deleted, and nothing is covered by them afterwards. */
  isDeletion?: boolean
}

/**
 * Does everything that follows from a change to shares. Whoever changes shares calls it in the same transaction, after
 * the rows have changed; triggers have kept what the rows alone determine (0270). Open pages of people who got a share
 * by email are notified by a trigger, too.
 */
export async function applyShareChange<Share extends ShareKey>(
  services: Services,
  tx: Transaction,
  call: Call,
  shares: readonly Share[],
  change: ShareChange<Share>,
): Promise<void> {
  if (shares.length === 0) return
  await recordActs(tx, call, shares, change)
  if (change.webhook) await recordWebhookEvents(services, tx, change.webhook, shares)
  if (change.webhook === 'document.received') await announceReceived(services, tx, businessesOf(shares))
  await (change.isDeletion ? endCoverage : renewCoverage)(services, tx, shares)
  await notifyBusinesses(services, tx, shares, change.businessNotice)
  await notifyOwners(services, tx, shares, change.ownerNotice)
  publishToOwners(tx, shares)
  if (change.webhook === 'document.received' || change.webhook === 'exemption.confirmed') {
    await requestAutomaticReview(services, tx, shares)
  }
}

const businessesOf = (shares: readonly ShareKey[]) => [
  ...new Set(shares.flatMap(({ business_id }) => business_id ?? [])),
]

/** Adds a history row and an audit row for each share that something was done to. */
async function recordActs<Share extends ShareKey>(
  tx: Transaction,
  call: Call,
  shares: readonly Share[],
  { act: actOn, at, reason, documentName }: ShareChange<Share>,
): Promise<void> {
  const { actor } = call
  // An administrator acts for Exempta and is neither owner nor recipient.
  const person = actor.kind === 'person' && actor.role !== 'admin' ? actor : undefined
  const keyId = actor.kind === 'key' ? actor.id : null
  const acts = shares.flatMap((share) => {
    const act = actOn(share)
    return act ? [{ share, act }] : []
  })
  await insertShareEvents(
    tx,
    acts.map(({ share: { id, owner_id }, act }) => ({
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
    acts.map(({ share, act }) => ({
      at,
      action: auditActionOf[act],
      target: { kind: 'document', id: share.document_id },
      details: { share: share.id, ...(share.business_id && { business: share.business_id }) },
    })),
  )
}

async function notifyBusinesses<Share extends ShareKey>(
  services: Services,
  tx: Transaction,
  shares: readonly Share[],
  noticeOf: BusinessNotice<Share> | null,
): Promise<void> {
  const ofBusiness = Map.groupBy(
    shares.filter(({ business_id }) => business_id !== null),
    ({ business_id }) => business_id ?? '',
  )
  // Asked once for all: a hundred documents can be shared with a hundred businesses.
  const names = noticeOf && ofBusiness.size > 0 ? await listNames(tx, shares) : []
  for (const [id, received] of ofBusiness) {
    const only = received.length === 1 ? received[0] : undefined
    const notice = noticeOf?.({ ...inWords(received, names), shares: received })
    if (notice) {
      await notify(services, tx, {
        audience: { kind: 'business', id },
        type: 'users',
        link: only ? `/business/documents/${only.id}` : '/business/documents',
        documentCount: received.length,
        ...notice,
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

/** Sends each owner one notification for a business, however many documents it is about. */
async function notifyOwners<Share extends ShareKey>(
  services: Services,
  tx: Transaction,
  shares: readonly Share[],
  noticeOf: OwnerNotice<Share> | null,
): Promise<void> {
  if (!noticeOf) return
  const groups = Map.groupBy(shares, ({ owner_id, business_id }) => `${owner_id} ${business_id}`)
  for (const own of groups.values()) {
    const [first] = own
    if (!first) continue
    await notify(services, tx, {
      audience: { kind: 'person', id: first.owner_id },
      type: 'businesses',
      ...noticeOf(own),
      alsoByEmail: true,
    })
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

/** Updates the open pages of the owners. */
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

function publishAll(
  tx: Transaction,
  stream: Stream,
  topic: 'documents' | 'shares' | 'received',
  ids: readonly string[],
): void {
  for (let start = 0; start < ids.length; start += liveLimits.realtimeEventIds) {
    const some = ids.slice(start, start + liveLimits.realtimeEventIds)
    publish(tx, stream, 'changed', { topic, ids: some })
  }
}
