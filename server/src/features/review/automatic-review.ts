/** Verifies certificates that are beyond doubt, for businesses that have turned this on. */
import type { ReceivedReading } from '@exempta/contract/certificates'
import { compareNames } from '@exempta/knowledge/coverage/seller'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, memberOf, personOf, systemCall } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { requireManager, requireMember } from '../businesses/index.ts'
import { asReading, findExemption, hasSameContent, isCertainFor } from '../certificates/index.ts'
import { listFields, listReadings } from '../documents/index.ts'
import { areNumbersFound, earlierCertificates } from './purchaser.ts'
import { isAutomatic, lockToVerify, type ToVerify, updateAutomatic } from './queries/automatic-review.ts'
import { updateReview } from './queries/received.ts'
import { applyReview } from './review-received.ts'

export function reviewAutomatically(services: Services, documentId: string): Promise<void> {
  const at = services.clock.now()
  return services.database.transact(systemActor, async (tx) => {
    const waiting = await lockToVerify(tx, documentId)
    const [first] = waiting
    if (!first) return
    const exemption = await findExemption(tx, documentId)
    const read = {
      // Cards have no form, and without one nothing is certain.
      isCard: false,
      readings: await listReadings(tx, documentId, first.document_version),
      fields: await listFields(tx, documentId, first.document_version),
      exemption,
    }
    const reading = asReading(read, at)
    const certain: ToVerify[] = []
    for (const share of waiting) {
      if (!isBeyondDoubt(reading, share, at) || !exemption?.purchaser) continue
      const earlier = await earlierCertificates(tx, share, exemption.purchaser)
      if (earlier.length === 0) continue
      if (await areNumbersFound(tx, share, exemption, { earlier, now: at })) certain.push(share)
    }
    if (certain.length === 0) return
    const review = { reviewer: { personId: null, keyId: null }, reviewedAt: at, rejectReason: null }
    const ids = certain.map(({ id }) => id)
    await updateReview(tx, ids, { ...review, status: 'verified', isByRules: true }, at)
    await applyReview(services, tx, systemCall, certain, { act: 'verified', at })
  })
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
