import type { AuditAction } from '@exempta/contract/audit'
import type { ShareAct } from '@exempta/contract/shares'
import { recordAudits } from '../../platform/audit/record-audits.ts'
import type { Call } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { timeOrderedId } from '../../platform/time-ordered-id.ts'
import { insertShareEvents } from './queries/history.ts'
import type { ShareKey } from './queries/share-rows.ts'

/** Acts that are about the share itself; looking at the document is written down as an act on the document. */
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

/** For each share a row in its history and one in the audit log of its document. */
export async function recordActs(
  tx: Transaction,
  call: Call,
  shares: readonly ShareKey[],
  { act, at, reason }: ActOnShares,
): Promise<void> {
  const { actor } = call
  // An administrator acts for the product: neither owner nor receiver.
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
