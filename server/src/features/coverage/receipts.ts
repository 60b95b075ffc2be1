/** Receipts of what was answered at a sale. They are never changed, and they answer for refunds. */
import { randomInt } from 'node:crypto'
import type {
  CoverageReceipt,
  getCheck as getRoute,
  listChecks as listRoute,
  saveCheck as saveRoute,
} from '@exempta/contract/coverage'
import type { SaleDecision } from '@exempta/contract/coverage/sale-outcome'
import type { RouteParsed, RouteReturn } from '@exempta/contract/route'
import { z } from 'zod'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, type MemberActor, memberOf } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { defineKeyset } from '../../platform/db/keyset.ts'
import { timeOrderedId } from '../../platform/identifiers.ts'
import type { Services } from '../../platform/services.ts'
import { type Member, requireManager, requireMember } from '../businesses/index.ts'
import { behind, certificateOf, whichAreOpen } from './certificate-behind.ts'
import { type Answered, answerFor, saleOf } from './customers.ts'
import { decideSale } from './decide-sale.ts'
import { type Judgement, judge } from './judge.ts'
import { keepReliedCopy } from './kept-copies.ts'
import { keepRules, rulesThen } from './knowledge-then.ts'
import { namedAcceptances } from './queries/acceptances.ts'
import { certificatesForState, notePurchase } from './queries/certificates.ts'
import { listLocationsOf } from './queries/locations.ts'
import {
  type CheckRow,
  checksPage,
  findCheck,
  insertCheck,
  insertSubject,
  lockRefundsOf,
  type Refunded,
  sumRefunds,
} from './queries/receipts.ts'
import { renewCoverage } from './renew-coverage.ts'
import { refuseSaleDay } from './sale-days.ts'

type NewCheck = RouteParsed<typeof saveRoute>['body']

export function saveCheck(
  services: Services,
  call: Call,
  { customerId, locationId, reference, allowedReason, isTaxed, ...asked }: NewCheck,
): Promise<CoverageReceipt> {
  const actor = memberOf(call)
  const now = services.clock.now()
  return services.database.transact(actor, async (tx) => {
    const own = allowedReason ? await requireManager(tx, actor) : await requireMember(tx, actor)
    const answered = await answerFor(tx, own, customerId, saleOf(asked, now), now)
    const id = await recordAnswer(services, tx, call, own, answered, {
      reference,
      allowedReason,
      isTaxed,
      location: await locationName(tx, own, locationId),
      dayPath: 'on',
    })
    if (!id) throw new AppError('not-found')
    return readReceipt(tx, own, id)
  })
}

export async function locationName(
  tx: Transaction,
  { businessId }: Pick<Member, 'businessId'>,
  locationId: string | null,
): Promise<string | null> {
  const locations = locationId === null ? [] : await listLocationsOf(tx, businessId)
  return locations.find(({ id }) => id === locationId)?.name ?? null
}

export interface Recorded {
  reference: string | null
  allowedReason: string | null
  isTaxed: boolean | null
  location: string | null
  /** Where an error about the day points. */
  dayPath: string
}

/** Undefined when there is no certificate, and so nothing that a receipt could show. */
export async function recordAnswer(
  services: Services,
  tx: Transaction,
  call: Call,
  { businessId }: Pick<Member, 'businessId'>,
  { certificate, judgement, notes, sale }: Answered,
  { reference, allowedReason, isTaxed, location, dayPath }: Recorded,
): Promise<string | undefined> {
  const now = services.clock.now()
  refuseSaleDay(sale, now, dayPath)
  if (!certificate || !judgement) return undefined
  const isGreen = judgement.verdict === 'covered' || judgement.verdict === 'charge-part'
  const isAllowed = !isGreen && allowedReason !== null
  const isExempt = isGreen || isAllowed
  const version = await keepRules(tx, now)
  const id = await insertNew(tx, memberOf(call), {
    kept_copy_id: isExempt ? await keepReliedCopy(services, tx, certificate, sale) : null,
    business_id: businessId,
    customer_id: certificate.customer_id,
    card: null,
    share_id: certificate.share_id,
    state: sale.state,
    on_date: sale.on,
    kind: sale.kind,
    amount_cents: sale.amountCents,
    reference,
    is_own_use: sale.isOwnUse,
    paid_by: sale.paidBy,
    is_taxed: isTaxed,
    location_name: location,
    verdict: judgement.verdict,
    reasons: JSON.stringify(judgement.reasons),
    notes: [...judgement.local, ...notes],
    ends_on: judgement.endsOn,
    part: JSON.stringify(judgement.part),
    ...(await acceptanceOf(tx, businessId, judgement)),
    allowed_reason: isAllowed ? allowedReason : null,
    knowledge_version: version,
    refund_of: null,
    at: now,
  })
  await insertSubject(tx, {
    check_id: id,
    business_id: businessId,
    owner_id: certificate.owner_id,
    customer_name: certificate.customer_name,
    facts: JSON.stringify(judgement.facts),
  })
  await recordSaved(tx, call, businessId, { id, verdict: judgement.verdict, isAllowed, at: now })
  if (isExempt && (await notePurchase(tx, certificate.share_id, sale.state, sale.on))) {
    await renewCoverage(services, tx, [{ ...certificate, id: certificate.share_id }])
  }
  return id
}

interface Saved {
  id: string
  verdict: Judgement['verdict']
  isAllowed: boolean
  at: Date
}

export const recordSaved = (
  tx: Transaction,
  call: Call,
  businessId: string,
  { id, verdict, isAllowed, at }: Saved,
): Promise<void> =>
  recordAudit(tx, call, {
    at,
    action: 'coverage-check.create',
    target: { kind: 'business', id: businessId },
    details: { check: id, verdict, allowed: isAllowed },
  })

/** A receipt keeps what was accepted, whatever becomes of the acceptance. */
async function acceptanceOf(tx: Transaction, businessId: string, judgement: Judgement) {
  const [id] = judgement.acceptedBy
  const [found] = id === undefined ? [] : await namedAcceptances(tx, businessId, [id])
  return {
    accepted_reason: found?.reason ?? null,
    accepted_by: found?.accepted_by ?? null,
    accepted_on: found?.on ?? null,
    accepted_until: found?.until ?? null,
  }
}

// Without letters that are read as digits.
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const sign = () => signs[randomInt(signs.length)]
const newCode = () => `${sign()}${sign()}${sign()}${sign()}-${sign()}${sign()}${sign()}`
const attempts = 10

type CheckValues = Omit<Parameters<typeof insertCheck>[1], 'id' | 'code' | 'person_id' | 'key_id'> & {
  at: Date
}

export async function insertNew(tx: Transaction, actor: MemberActor, values: CheckValues): Promise<string> {
  const by = {
    person_id: actor.kind === 'person' ? actor.id : null,
    key_id: actor.kind === 'key' ? actor.id : null,
  }
  for (let attempt = 0; attempt < attempts; attempt++) {
    const id = timeOrderedId(values.at)
    if (await insertCheck(tx, { id, code: newCode(), ...by, ...values })) return id
  }
  throw new Error('No free code was found for a receipt.')
}

export async function readReceipt(
  tx: Transaction,
  { businessId, role }: Member,
  id: string,
): Promise<CoverageReceipt> {
  const row = await findCheck(tx, businessId, id)
  if (!row) throw new AppError('not-found')
  return asReceipt(row, role === 'manager')
}

const acceptedOf = ({
  accepted_reason: reason,
  accepter: by,
  accepted_on: on,
  accepted_until: until,
}: CheckRow) => (reason === null || on === null || until === null ? null : { reason, by, on, until })

export const asReceipt = (row: CheckRow, mayOpen: boolean): CoverageReceipt => ({
  id: row.id,
  code: row.code,
  customer:
    row.customer_name === null || row.customer_id === null
      ? null
      : { id: row.record_id ?? row.customer_id, name: row.customer_name },
  card: row.card,
  state: row.state,
  on: row.on_date,
  verdict: row.verdict,
  reasons: row.reasons,
  part: row.part,
  local: [],
  notes: row.notes,
  accepted: acceptedOf(row),
  expiresOn: row.ends_on,
  receivedId: mayOpen ? row.share_id : null,
  answeredAt: row.at.toISOString(),
  kind: row.kind,
  amountCents: row.amount_cents,
  reference: row.reference,
  isOwnUse: row.is_own_use,
  paidBy: row.paid_by,
  isTaxed: row.is_taxed,
  location: row.location_name,
  allowedReason: row.allowed_reason,
  refundOf: row.refunded_code,
  savedBy: row.saved_by,
  savedAt: row.at.toISOString(),
})

const list = defineKeyset('coverage-checks', z.tuple([z.iso.datetime(), z.uuid()]))

export function listChecks(
  { database }: Services,
  call: Call,
  { cursor, limit, ...filter }: RouteParsed<typeof listRoute>['query'],
): Promise<RouteReturn<typeof listRoute>> {
  const actor = memberOf(call)
  const position = list.read(cursor)
  return database.transact(
    actor,
    async (tx) => {
      const { businessId, role } = await requireMember(tx, actor)
      const rows = await checksPage(tx, businessId, filter, position, limit + 1)
      const page = list.page(rows, limit, (row) => [row.at.toISOString(), row.id])
      return { ...page, items: page.items.map((row) => asReceipt(row, role === 'manager')) }
    },
    { readOnly: true },
  )
}

/** Asks the rules of that day again, so that anyone can see that the receipt says what they said. */
export function getCheck(
  { database }: Services,
  call: Call,
  id: string,
): Promise<RouteReturn<typeof getRoute>> {
  const actor = memberOf(call)
  return database.transact(
    actor,
    async (tx) => {
      const { businessId, role } = await requireMember(tx, actor)
      const row = await findCheck(tx, businessId, id)
      if (!row) throw new AppError('not-found')
      const receipt = {
        ...asReceipt(row, role === 'manager'),
        decision: await decisionAbout(tx, businessId, row),
        refundable: row.refund_of ? null : refundableOf(row, await sumRefunds(tx, id)),
      }
      if (!row.facts) return { ...receipt, replayed: null }
      const { verdict, reasons } = judge(row.facts, receipt, await rulesThen(tx, row.knowledge_version))
      return { ...receipt, replayed: { verdict, reasons } }
    },
    { readOnly: true },
  )
}

/** As a binder decides that is made now. A refund follows its sale. */
async function decisionAbout(tx: Transaction, businessId: string, row: CheckRow): Promise<SaleDecision> {
  const certificates = await certificatesForState(
    tx,
    { businessId, state: row.state },
    {
      ids: row.customer_id === null ? [] : [row.customer_id],
      names: row.customer_name === null ? [] : [row.customer_name],
    },
  )
  const decision = decideSale(
    {
      state: row.state,
      on: row.on_date,
      kind: row.kind,
      amountCents: row.amount_cents,
      isOwnUse: row.is_own_use,
      paidBy: row.paid_by,
      isTaxed: row.refunded_is_taxed ?? row.is_taxed,
      receipt: {
        verdict: row.verdict,
        reasons: row.reasons,
        allowedReason: row.allowed_reason,
        accepted: acceptedOf(row),
        shareId: row.share_id,
      },
    },
    certificates,
  )
  const wanted = behind(row, decision)
  const open = await whichAreOpen(tx, { businessId, state: row.state }, [wanted])
  const { certificate } = certificateOf(wanted, open)
  return { outcome: decision.outcome, reasons: decision.reasons, certificate }
}

interface Refund {
  id: string
  /** Everything that is left, if it isn't given. */
  amountCents?: number | undefined
  reference: string | null
}

/**
 * What is left of a sale; null if that is nothing. A sale or a refund without an amount is the whole sale, so there is one
 * refund at most.
 */
function refundableOf(
  { amount_cents: soldCents }: Pick<CheckRow, 'amount_cents'>,
  { count, cents, isWhole }: Refunded,
): { leftCents: number | null } | null {
  if (soldCents === null) return count > 0 ? null : { leftCents: null }
  return isWhole || cents >= soldCents ? null : { leftCents: soldCents - cents }
}

export function refundCheck(
  services: Services,
  call: Call,
  { id, amountCents, reference }: Refund,
): Promise<CoverageReceipt> {
  const actor = memberOf(call)
  const now = services.clock.now()
  return services.database.transact(actor, async (tx) => {
    const own = await requireMember(tx, actor)
    const row = await findCheck(tx, own.businessId, id)
    if (!row || row.refund_of) throw new AppError('not-found')
    await lockRefundsOf(tx, id)
    const refundable = refundableOf(row, await sumRefunds(tx, id))
    if (!refundable) throw new AppError('conflict', { text: 'Nothing is left of this sale to refund.' })
    const { leftCents } = refundable
    if (amountCents && leftCents !== null && amountCents > leftCents) {
      const message = 'This is more than what is left of the sale'
      throw new AppError('invalid-input', { fields: [{ path: 'amountCents', message }] })
    }
    const {
      customer_name,
      owner_id,
      facts,
      refunded_code,
      refunded_is_taxed,
      saved_by,
      accepter,
      record_id: _,
      ...sale
    } = row
    const { id: _id, code: _code, person_id: _person, key_id: _key, ...values } = sale
    const refund = await insertNew(tx, actor, {
      ...values,
      reasons: JSON.stringify(row.reasons),
      part: JSON.stringify(row.part),
      amount_cents: amountCents ?? leftCents,
      reference,
      refund_of: id,
      at: now,
    })
    if (owner_id !== null && customer_name !== null && facts) {
      const subject = { check_id: refund, business_id: own.businessId, owner_id, customer_name }
      await insertSubject(tx, { ...subject, facts: JSON.stringify(facts) })
    }
    const target = { kind: 'business', id: own.businessId } as const
    await recordAudit(tx, call, {
      at: now,
      action: 'coverage-check.refund',
      target,
      details: { check: refund, of: id },
    })
    return readReceipt(tx, own, refund)
  })
}
