/** Verifies certificates that are beyond doubt, for businesses that have turned this on. */
import type { ReceivedReading } from '@exempta/contract/certificates'
import { compareNames } from '@exempta/knowledge/coverage/seller'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, memberOf, personOf, systemCall } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { requireManager, requireMember } from '../businesses/index.ts'
import { asReading, findExemption, findSigned, hasSameContent, isCertainFor } from '../certificates/index.ts'
import { listFields, listReadings } from '../documents/index.ts'
import { areNumbersFound, earlierCertificates } from './purchaser.ts'
import { isAutomatic, lockToVerify, type ToVerify, updateAutomatic } from './queries/automatic-review.ts'
import { updateReview } from './queries/received.ts'
import { applyReview } from './review-received.ts'

export function reviewAutomatically(services: Services, documentId: string): Promise<void> {
  const at = services.clock.now()
  return services.database.transact(systemActor, async (tx) => {
    const waiting = await lockToVerify(tx, documentId, { isAdded: false })
    const [first] = waiting
    if (!first) return
    const { reading, exemption } = await readWithin(tx, first, at)
    const certain: ToVerify[] = []
    for (const share of waiting) {
      if (!isBeyondDoubt(reading, share, at) || !exemption?.purchaser) continue
      const earlier = await earlierCertificates(tx, share, exemption.purchaser)
      if (earlier.length === 0) continue
      if (await areNumbersFound(tx, share, exemption, { earlier, now: at })) certain.push(share)
    }
    await verify(services, tx, certain, at)
  })
}

/**
 * Verifies what a business added by itself if it's beyond doubt. Nobody else sent it, so the business doesn't need an
 * earlier certificate of the same customer. Returns whether it was.
 */
export async function verifyAdded(services: Services, tx: Transaction, documentId: string): Promise<boolean> {
  const at = services.clock.now()
  const [share] = await lockToVerify(tx, documentId, { isAdded: true })
  if (!share || !isBeyondDoubt((await readWithin(tx, share, at)).reading, share, at)) return false
  await verify(services, tx, [share], at)
  return true
}

async function verify(services: Services, tx: Transaction, certain: readonly ToVerify[], at: Date) {
  if (certain.length === 0) return
  const review = { reviewer: { personId: null, keyId: null }, reviewedAt: at, rejectReason: null }
  const ids = certain.map(({ id }) => id)
  await updateReview(tx, ids, { ...review, status: 'verified', isByRules: true }, at)
  await applyReview(services, tx, systemCall, certain, { act: 'verified', at })
}

async function readWithin(tx: Transaction, { document_id, document_version }: ToVerify, at: Date) {
  const exemption = await findExemption(tx, document_id)
  const read = {
    // Cards have no form, and without one nothing is certain.
    isCard: false,
    readings: await listReadings(tx, document_id, document_version),
    fields: await listFields(tx, document_id, document_version),
    exemption,
    signed: await findSigned(tx, document_id),
  }
  return { reading: asReading(read, at), exemption }
}

/** Everything was read for sure and confirmed like that, nothing is missing, and certain rules accept it here. */
function isBeyondDoubt(
  { confirmed, certificates, notACertificate }: ReceivedReading,
  { business_name: business }: ToVerify,
  now: Date,
): boolean {
  const [certificate, ...others] = certificates
  if (!confirmed || !certificate || others.length > 0 || notACertificate) return false
  return (
    certificate.isSure &&
    hasSameContent(confirmed, certificate.suggestion) &&
    compareNames(confirmed.seller ?? '', business) === 'same' &&
    isCertainFor(confirmed, business, now)
  )
}

export function getAutomaticReview({ database }: Services, call: Call): Promise<{ isOn: boolean }> {
  const member = memberOf(call)
  return database.transact(
    member,
    async (tx) => ({ isOn: await isAutomatic(tx, (await requireMember(tx, member)).businessId) }),
    { readOnly: true },
  )
}

export async function changeAutomaticReview(
  { clock, database }: Services,
  call: Call,
  isOn: boolean,
): Promise<{ isOn: boolean }> {
  const person = personOf(call)
  const at = clock.now()
  await database.transact(systemActor, async (tx) => {
    const { businessId } = await requireManager(tx, person)
    await updateAutomatic(tx, businessId, isOn, at)
    await recordAudit(tx, call, {
      at,
      action: 'business.update',
      target: { kind: 'business', id: businessId },
      details: { 'automatic-review': isOn ? 'on' : 'off' },
    })
    publish(tx, `business:${businessId}`, 'changed', { topic: 'business', ids: [businessId] })
  })
  return { isOn }
}
