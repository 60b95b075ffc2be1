/**
 * Keeps the index of what is covered. Everything that changes a share calls it in its own transaction; what time or new
 * rules change is found by the job.
 */
import { nextDay, startOfDay } from '@exempta/knowledge/dates'
import type { Facts } from '@exempta/knowledge/facts'
import type { Transaction } from '../../platform/db/database.ts'
import { timeOrderedId } from '../../platform/identifiers.ts'
import { publish } from '../../platform/realtime/publish.ts'
import { rulesInForce } from '../../platform/rules/loaded-rules.ts'
import type { Services } from '../../platform/services.ts'
import { recordCoverageEvents } from '../api/index.ts'
import { matchArrived, termsOf } from '../customers/index.ts'
import { factsOf, judge, plainSale, todayIn, zoneOf } from './judge.ts'
import {
  type CertificateRow,
  deleteIndexed,
  deleteUnusedCustomers,
  type IndexRow,
  listCertificates,
  listIndexed,
  listNamed,
  lockCoverageOf,
  type NewIndexRow,
  numbersOf,
  putCustomer,
  putIndexed,
  putTerms,
} from './queries/certificates.ts'

interface ChangedShare {
  id: string
  owner_id: string
  business_id: string | null
}

/** Businesses are told live, and by their webhooks where an answer has changed. */
export async function renewCoverage(
  services: Services,
  tx: Transaction,
  shares: readonly ChangedShare[],
): Promise<void> {
  const ids = shares.filter(({ business_id }) => business_id !== null).map(({ id }) => id)
  if (ids.length === 0) return
  await lockCoverageOf(tx, [...new Set(shares.map(({ owner_id }) => owner_id))])
  const before = await listIndexed(tx, ids)
  const certificates = await listCertificates(tx, ids)
  if (before.length === 0 && certificates.length === 0) return
  const now = services.clock.now()
  const after: NewIndexRow[] = []
  for (const certificate of certificates) {
    const customerId = await putCustomer(tx, {
      id: timeOrderedId(now),
      business_id: certificate.business_id,
      owner_id: certificate.owner_id,
      name: certificate.purchaser,
      email: certificate.owner_email,
    })
    after.push(...judged(certificate, customerId, before, now))
  }
  const keys = new Set(after.map(keyOf))
  const gone = before.filter((row) => !keys.has(keyOf(row)))
  await putIndexed(tx, after)
  await deleteIndexed(tx, gone)
  await deleteUnusedCustomers(tx, [...new Set(before.map((row) => row.customer_id))])
  await renewTerms(tx, [...before, ...after])
  await matchArrived(services, tx, ids)
  await announce(services, tx, { before, after, gone, shares })
}

/** Call before a document is deleted: its shares go by foreign keys, and nothing covers these sales afterwards. */
export async function endCoverage(
  services: Services,
  tx: Transaction,
  shares: readonly ChangedShare[],
): Promise<void> {
  const gone = await listIndexed(
    tx,
    shares.map(({ id }) => id),
  )
  await deleteIndexed(tx, gone)
  await renewTerms(tx, gone)
  await announce(services, tx, { before: gone, after: [], gone, shares })
}

const keyOf = ({ share_id, state }: Pick<IndexRow, 'share_id' | 'state'>) => `${share_id} ${state}`

function judged(
  certificate: CertificateRow,
  customerId: string,
  before: readonly IndexRow[],
  now: Date,
): NewIndexRow[] {
  return certificate.states.map(({ state }) => {
    const last = before.find((row) => row.share_id === certificate.share_id && row.state === state)
    const sale = plainSale(state, todayIn(state, now))
    const facts = factsOf(certificate, sale, last?.last_purchase_on ?? null)
    const { verdict, endsOn } = judge(facts, sale)
    return {
      share_id: certificate.share_id,
      state,
      business_id: certificate.business_id,
      owner_id: certificate.owner_id,
      customer_id: customerId,
      customer_name: certificate.purchaser,
      verdict,
      ends_on: endsOn,
      judge_again_at: startOfDay(zoneOf(state), againOn(facts)),
      knowledge_version: rulesInForce().version,
    }
  })
}

/** Also when what a manager settled ends. */
const againOn = (facts: Facts): string =>
  [rulesInForce().nextChange(facts), ...facts.settled.map(({ until }) => nextDay(until))]
    .filter((day) => day > facts.on)
    .reduce((first, day) => (day < first ? day : first))

/** Also of customers that have lost a certificate: they are no longer found by its number. */
async function renewTerms(tx: Transaction, rows: readonly Pick<IndexRow, 'customer_id'>[]): Promise<void> {
  const ids = [...new Set(rows.map((row) => row.customer_id))]
  for (const { customer_id, business_id, purchaser, owner_name, owner_email } of await listNamed(tx, ids)) {
    // What the business added by itself has no sender to be found by.
    const names = owner_email === '' ? [purchaser] : [purchaser, owner_name]
    const terms = termsOf(names, owner_email, await numbersOf(tx, customer_id))
    await putTerms(tx, business_id, customer_id, terms)
  }
}

interface Change {
  before: readonly IndexRow[]
  after: readonly NewIndexRow[]
  gone: readonly IndexRow[]
  shares: readonly ChangedShare[]
}

async function announce(services: Services, tx: Transaction, { before, after, gone, shares }: Change) {
  const verdictBefore = new Map(before.map((row) => [keyOf(row), row.verdict]))
  const changed = [
    ...after
      .filter((row) => verdictBefore.get(keyOf(row)) !== row.verdict)
      .map(({ share_id, state, verdict }) => ({ shareId: share_id, state, verdict })),
    ...gone.map(({ share_id, state }) => ({ shareId: share_id, state, verdict: 'not-covered' as const })),
  ]
  await recordCoverageEvents(services, tx, changed)
  for (const businessId of new Set(shares.flatMap(({ business_id }) => business_id ?? []))) {
    publish(tx, `business:${businessId}`, 'changed', { topic: 'coverage', ids: [] })
    publish(tx, `business:${businessId}`, 'changed', { topic: 'customers', ids: [] })
  }
}
