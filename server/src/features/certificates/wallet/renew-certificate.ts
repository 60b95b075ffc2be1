/**
 * Renewing: the owner uploads and confirms a new certificate, and agrees for each business that has the old one whether
 * it gets the new one (0235). The old share stays, because it proves purchases until the old one's last day.
 */

import { expiryWords } from '@exempta/contract/certificates/expiry'
import type {
  renewCertificate as contract,
  Renewal,
  RenewalDoubt,
} from '@exempta/contract/certificates/wallet'
import type { RouteParsed } from '@exempta/contract/route'
import { NewShares } from '@exempta/contract/sharing'
import { shareLimits } from '@exempta/contract/sharing/limits'
import { compareNames } from '@exempta/knowledge/coverage/seller'
import { dayInWords } from '@exempta/knowledge/dates'
import { forms } from '@exempta/knowledge/forms'
import { states as allStates } from '@exempta/knowledge/states'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, type PersonActor, personOf } from '../../../platform/call.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { timeOrderedId } from '../../../platform/identifiers.ts'
import type { Services } from '../../../platform/services.ts'
import { type DocumentRow, findOwnDocument, lockDocument, publishToOwner } from '../../documents/index.ts'
import { shareWithin } from '../../sharing/index.ts'
import { lastDayOf } from '../reading/expirations.ts'
import { type ExemptionRow, findExemption } from '../reading/queries.ts'
import { type HolderRow, insertConsents, listHolders, putRenewal } from './queries/renewals.ts'

interface Certificate {
  document: DocumentRow
  exemption: ExemptionRow | undefined
}

interface Pair {
  old: { document: DocumentRow; exemption: ExemptionRow }
  renewed: Certificate | undefined
  holders: HolderRow[]
}

export function getRenewal(
  services: Services,
  call: Call,
  { id, with: newId }: { id: string; with: string | undefined },
): Promise<Renewal> {
  const person = personOf(call)
  return services.database.transact(
    person,
    async (tx) => asRenewal(services, await findPair(tx, person, id, newId)),
    { readOnly: true },
  )
}

async function findPair(
  tx: Transaction,
  person: PersonActor,
  oldId: string,
  newId: string | undefined,
): Promise<Pair> {
  const { document, exemption } = await requireOwn(tx, person, oldId)
  if (!exemption) throw new AppError('not-found')
  return {
    old: { document, exemption },
    renewed: newId === undefined ? undefined : await requireOwn(tx, person, newId),
    holders: await listHolders(tx, person.id, oldId, newId, shareLimits.shareRecipients),
  }
}

async function requireOwn(tx: Transaction, person: PersonActor, id: string): Promise<Certificate> {
  const document = await findOwnDocument(tx, person.id, id)
  if (!document) throw new AppError('not-found')
  return { document, exemption: await findExemption(tx, id) }
}

function asRenewal({ clock }: Services, { old, renewed, holders }: Pair): Renewal {
  const now = clock.now()
  return {
    document: { id: old.document.id, name: old.document.name },
    states: old.exemption.states.map(({ state }) => state),
    expiresOn: lastDayOf(old.exemption, now),
    holders: holders.map(({ id, name, is_active, has_new }) => ({
      id,
      name,
      isActive: is_active,
      hasNew: has_new,
      otherSeller: otherSeller(renewed?.exemption, name),
    })),
    renewal: renewed
      ? {
          document: {
            id: renewed.document.id,
            name: renewed.document.name,
            status: renewed.document.status,
            needsCheck: renewed.document.needs_check,
          },
          isConfirmed: renewed.exemption !== undefined,
          doubts: doubtsAbout(old, renewed, now),
        }
      : null,
  }
}

/** The seller that the new certificate names, if that isn't this business. */
function otherSeller(exemption: ExemptionRow | undefined, business: string): string | null {
  if (!exemption || exemption.seller === null) return null
  const form = exemption.form === null ? undefined : forms.get(exemption.form)
  if (form?.namesSeller === false) return null
  return compareNames(exemption.seller, business) === 'different' ? exemption.seller : null
}

/** What speaks against the new certificate. Before it is confirmed, only that it is the same file can be known. */
function doubtsAbout(old: Pair['old'], renewed: Certificate, now: Date): RenewalDoubt[] {
  const { document, exemption } = renewed
  const isSameFile =
    document.id === old.document.id || document.content_hash.equals(old.document.content_hash)
  if (isSameFile) {
    return [{ text: 'This is the same file as the old certificate. Upload the new one.', isFinal: true }]
  }
  if (!exemption) return []
  const texts = [
    differentPurchaser(old.exemption, exemption),
    missingStates(old.exemption, exemption),
    notLater(old.exemption, exemption, now),
  ]
  return texts.flatMap((text) => (text === null ? [] : [{ text, isFinal: false }]))
}

function differentPurchaser(old: ExemptionRow, renewed: ExemptionRow): string | null {
  if (compareNames(old.purchaser, renewed.purchaser) === 'same') return null
  return `This certificate is for another organization: ${renewed.purchaser}, not ${old.purchaser}.`
}

function missingStates(old: ExemptionRow, renewed: ExemptionRow): string | null {
  const has = new Set(renewed.states.map(({ state }) => state))
  const missing = old.states.filter(({ state }) => !has.has(state)).map(({ state }) => nameOf(state))
  if (missing.length === 0) return null
  return `The old certificate includes ${missing.join(', ')}. This one doesn’t.`
}

const nameOf = (state: string) => allStates.get(state)?.name ?? state

function notLater(old: ExemptionRow, renewed: ExemptionRow, now: Date): string | null {
  const [before, after] = [lastDayOf(old, now), lastDayOf(renewed, now)]
  if (before !== null && after !== null && after <= before) {
    return `This certificate expires on ${dayInWords(after)}, no later than the old one.`
  }
  const isOlder = old.signed_on !== null && renewed.signed_on !== null && renewed.signed_on < old.signed_on
  return isOlder
    ? `This certificate is older than the old one. It was signed on ${dayInWords(renewed.signed_on ?? '')}.`
    : null
}

type Wanted = RouteParsed<typeof contract>['body'] & { id: string }

/** Sends the new certificate to every chosen business, or changes nothing at all. */
export async function renewCertificate(services: Services, call: Call, wanted: Wanted) {
  const person = personOf(call)
  const at = services.clock.now()
  const businessIds = [...new Set(wanted.businessIds)]
  return services.database.transact(person, async (tx) => {
    // Nothing else changes either document until the transaction ends.
    for (const id of [wanted.id, wanted.documentId].sort()) await lockDocument(tx, id)
    const pair = await findPair(tx, person, wanted.id, wanted.documentId)
    requireRenewable(pair, wanted.isAnyway, at)
    requireHolders(pair, businessIds)
    const { old } = pair
    const renewalId = await putRenewal(tx, {
      id: timeOrderedId(at),
      owner_id: person.id,
      old_document_id: old.document.id,
      new_document_id: wanted.documentId,
      renewed_at: at,
    })
    await insertConsents(tx, renewalId, businessIds, at)
    await recordAudit(tx, call, {
      at,
      action: 'exemption.renew',
      target: { kind: 'document', id: wanted.documentId },
      details: { renews: old.document.id, businesses: businessIds.length },
    })
    const sent = await send(services, tx, call, pair, { documentId: wanted.documentId, businessIds })
    publishToOwner(tx, person.id, old.document.id)
    publishToOwner(tx, person.id, wanted.documentId)
    return { sent }
  })
}

async function send(
  services: Services,
  tx: Transaction,
  call: Call,
  { old, holders }: Pair,
  { documentId, businessIds }: { documentId: string; businessIds: readonly string[] },
): Promise<number> {
  const now = services.clock.now()
  const lastDay = lastDayOf(old.exemption, now)
  const today = now.toISOString().slice(0, 10)
  const until = lastDay === null ? '' : `, which ${expiryWords(lastDay, today, dayInWords(lastDay))}`
  let sent = 0
  // Whoever could only view the old one can only view the new one.
  for (const canDownload of [true, false]) {
    const chosen = holders.filter(
      ({ id, can_download }) => can_download === canDownload && businessIds.includes(id),
    )
    if (chosen.length === 0) continue
    const shares = NewShares.parse({
      documentIds: [documentId],
      businessIds: chosen.map(({ id }) => id),
      canDownload,
    })
    const { created, reopened } = await shareWithin(services, tx, call, shares, ({ owner, documents }) => ({
      title: `${owner} renewed ${old.document.name}`,
      message: `${documents} follows ${old.document.name}${until}. It’s waiting for review.`,
    }))
    sent += created + reopened
  }
  return sent
}

function requireRenewable({ old, renewed }: Pair, isAnyway: boolean, now: Date): void {
  if (!renewed) throw new AppError('not-found')
  const { document, exemption } = renewed
  const doubts = doubtsAbout(old, renewed, now)
  const final = doubts.find(({ isFinal }) => isFinal)
  if (final) throw new AppError('conflict', { text: final.text })
  if (document.status !== 'processed') throw new AppError('not-processed')
  if (document.needs_check) throw new AppError('needs-check')
  if (!exemption) {
    throw new AppError('conflict', { text: 'Confirm what the new certificate says first.' })
  }
  const [doubt] = doubts
  if (doubt && !isAnyway) throw new AppError('conflict', { text: doubt.text })
}

function requireHolders({ holders }: Pair, businessIds: readonly string[]): void {
  const chosen = businessIds.map((id) => holders.find((holder) => holder.id === id))
  if (chosen.some((holder) => holder === undefined)) {
    throw new AppError('conflict', { text: 'One of these businesses no longer has the old certificate.' })
  }
  const inactive = chosen.find((holder) => holder && !holder.is_active)
  if (inactive) {
    throw new AppError('recipient-not-active', {
      text: `${inactive.name} can’t receive documents right now. Nothing was sent.`,
    })
  }
}
