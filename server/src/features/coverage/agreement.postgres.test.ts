/** The page, the list, the API and the rules themselves give the same verdict, whatever the certificate says. */
import { randomUUID } from 'node:crypto'
import type { CoverageAnswer, CoverageRow } from '@exempta/contract/coverage'
import { coverageLimits } from '@exempta/contract/coverage/limits'
import { stateNames } from '@exempta/contract/states'
import type { Verdict } from '@exempta/contract/verdict'
import { coverage } from '@exempta/knowledge/coverage'
import { addMonths, dayIn } from '@exempta/knowledge/dates'
import { type Facts, unknownFacts } from '@exempta/knowledge/facts'
import { forms } from '@exempta/knowledge/forms'
import { states } from '@exempta/knowledge/states'
import { organizations, reasons } from '@exempta/knowledge/terms'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeKey, type TestKey } from '../../../test/api-keys.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { dice } from '../../../test/dice.ts'
import { createPerson, type TestPerson } from '../../../test/people.ts'
import { createTestBusiness, type TestBusiness } from '../../../test/sharing.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { renewCoverage } from './index.ts'

const cases = Number(process.env.COVERAGE_CASES ?? 200)
// The short run asks about the same certificates every time, the long run about new ones.
const seed = Number(process.env.SEED ?? (process.env.COVERAGE_CASES ? Date.now() % 1_000_000 : 1))

let test: TestApp
let business: TestBusiness
let key: TestKey
beforeAll(async () => {
  test = await startTestApp({ rateLimitPerMinute: 1_000_000 })
  business = await createTestBusiness(test)
  key = await makeKey(test, business)
})
afterAll(() => test.close())

const allForms = [...forms.values()]
// Where people sell. Military addresses are none of these places.
const allStates = Object.keys(stateNames)

interface Case {
  shareId: string
  purchaser: string
  sale: {
    state: string
    on: string | undefined
    amountCents: number | undefined
    paidBy: 'buyer' | 'person' | undefined
  }
  facts: Omit<
    Facts,
    'state' | 'on' | 'number' | 'numberState' | 'amountCents' | 'kind' | 'government' | 'paidBy'
  >
  numbers: { state: string; number: string | null; issuedBy: string | null }[]
  government: { kind: 'federal' | 'state' | 'local' | null; state: string | null }
}

function randomCase(number: number): Case {
  const { below, of } = dice(seed * 10_007 + number)
  const form = of(...allForms, undefined)
  const places = new Set<string>()
  for (let wanted = 1 + below(3); wanted > 0; wanted--) {
    const own = form?.states ?? []
    places.add(own.length > 0 && below(5) > 0 ? of(...own) : of(...allStates))
  }
  const numbers = [...places].sort().map((state) => ({
    state,
    // As different as real ones, so that few customers have the same.
    number: of(null, `12-${3456789 + number}`, `004-${123 + number}`, `A${14869413 + number}`),
    issuedBy: of(null, state, state, of(...allStates), 'US', 'XX'),
  }))
  const day = () => addMonths('2026-02-15', below(80) - 70)
  const status = of('pending', 'verified', 'verified', 'verified', 'rejected', 'revoked')
  const wild: Case = {
    shareId: randomUUID(),
    purchaser: `Buyer ${number}`,
    sale: {
      state: below(4) > 0 ? (numbers[0]?.state ?? 'NY') : of(...allStates),
      on: of(undefined, undefined, '2025-07-01', '2024-12-31'),
      amountCents: of(undefined, 0, 19_999, 20_000),
      paidBy: of(undefined, undefined, 'buyer', 'person'),
    },
    government: of(
      { kind: null, state: null },
      { kind: 'federal', state: null },
      { kind: of('state', 'local'), state: null },
      { kind: of('state', 'local'), state: numbers[0]?.state ?? 'NY' },
      { kind: of('state', 'local'), state: of(...allStates) },
    ),
    facts: {
      ...unknownFacts,
      form: form?.code ?? null,
      reason: of(null, 'resale', ...(form?.reasons ?? []), of(...reasons)),
      states: numbers.map(({ state }) => state),
      numberVerifiedOn: null,
      seller: of(null, business.manager.name, 'Quite Another Store', `${business.manager.name} and Sons`),
      businessName: business.manager.name,
      isBlanket: of(true, true, false, null),
      signedOn: of(null, day(), day()),
      printedEnd: of(null, null, day(), addMonths('2026-02-15', below(30))),
      hasSignature: below(4) > 0,
      review: status === 'revoked' ? 'verified' : status,
      revokedOn: status === 'revoked' ? '2026-03-01' : null,
      lastPurchaseOn: null,
      organization: of(null, null, ...organizations),
    },
    numbers,
  }
  return below(2) === 0 ? wild : inOrder(wild)
}

/** Left to chance alone, hardly any certificate would be good. */
function inOrder({ facts, numbers, ...one }: Case): Case {
  const state = facts.states[0] ?? 'NY'
  return {
    ...one,
    sale: { state, on: undefined, amountCents: undefined, paidBy: one.sale.paidBy && 'buyer' },
    facts: {
      ...facts,
      seller: business.manager.name,
      isBlanket: true,
      signedOn: '2025-11-15',
      printedEnd: null,
      hasSignature: true,
      review: 'verified',
      revokedOn: null,
      reason: facts.reason ?? 'resale',
    },
    numbers: numbers.map((entry) => ({
      ...entry,
      number: entry.number ?? '12-3456789',
      issuedBy: entry.state,
    })),
  }
}

async function store(owner: TestPerson, all: readonly Case[]): Promise<void> {
  await test.services.database.transact(systemActor, async (tx) => {
    const now = test.clock.now()
    for (const { shareId, purchaser, facts, numbers, government } of all) {
      const id = randomUUID()
      const status = facts.revokedOn ? ('revoked' as const) : facts.review
      await tx
        .insertInto('documents')
        .values({
          id,
          owner_id: owner.id,
          name: `${purchaser}.pdf`,
          type: 'application/pdf',
          status: 'processed',
          size_bytes: 1,
          content_hash: Buffer.alloc(32, shareId),
          has_original: false,
          page_count: 1,
          version: 1,
          created_at: now,
          updated_at: now,
          processed_at: now,
        })
        .execute()
      await tx
        .insertInto('exemptions')
        .values({
          document_id: id,
          owner_id: owner.id,
          version: 1,
          pages: [1],
          form: facts.form,
          purchaser,
          seller: facts.seller,
          reason: facts.reason,
          is_blanket: facts.isBlanket,
          has_signature: facts.hasSignature,
          signed_on: facts.signedOn,
          expires_on: facts.printedEnd,
          confirmed_at: now,
          government: government.kind,
          government_state: government.state,
          organization: facts.organization,
        })
        .execute()
      await tx
        .insertInto('exemption_states')
        .values(
          numbers.map(({ state, number, issuedBy }) => ({
            state,
            number,
            issued_by: issuedBy,
            document_id: id,
          })),
        )
        .execute()
      await tx
        .insertInto('document_shares')
        .values({
          id: shareId,
          document_id: id,
          owner_id: owner.id,
          business_id: business.id,
          status,
          can_download: true,
          has_watermark: false,
          tells_first_view: false,
          shared_at: now,
          created_at: now,
          updated_at: now,
          revoked_at: status === 'revoked' ? new Date('2026-03-01T15:00:00Z') : null,
          reviewed_at: status === 'verified' || status === 'rejected' ? now : null,
          reject_reason: status === 'rejected' ? 'Blurred' : null,
        })
        .execute()
    }
    await renewCoverage(
      test.services,
      tx,
      all.map(({ shareId }) => ({ id: shareId, owner_id: owner.id, business_id: business.id })),
    )
  })
}

const today = (state: string) => dayIn(states.get(state)?.timeZone ?? 'America/New_York', test.clock.now())

/** As the state of the sale sees it: a county of another state is another state's government. */
function governmentIn({ kind, state }: Case['government'], place: string): Facts['government'] {
  if (kind === null || kind === 'federal') return kind
  if (state === null) return null
  return state !== place ? 'other-state' : kind === 'local' ? 'local' : 'this-state'
}

const expected = (
  { facts, numbers, government }: Case,
  sale: Partial<Case['sale']> & { state: string },
): Verdict => {
  const claimed = numbers.find(({ state }) => state === sale.state)
  const { verdict } = coverage({
    ...facts,
    government: governmentIn(government, sale.state),
    paidBy: sale.paidBy ?? null,
    numberState: claimed?.issuedBy ?? null,
    state: sale.state,
    receivedOn: today(sale.state),
    on: sale.on ?? today(sale.state),
    number: claimed?.number ?? null,
    kind: 'goods',
    amountCents: sale.amountCents ?? null,
  })
  return verdict
}

const getJson = async (url: string) =>
  (await test.call({ method: 'GET', url, headers: { cookie: business.cookie } })).json()

async function listedVerdicts(): Promise<Map<string, Verdict>> {
  const found = new Map<string, Verdict>()
  for (const verdict of ['covered', 'charge-part', 'check', 'not-covered'] as const) {
    for (let cursor = ''; ; ) {
      const page = await getJson(`/api/coverage?limit=100&verdict=${verdict}${cursor}`)
      for (const row of page.items as CoverageRow[]) {
        // The filter asks the index, and the row was judged again when it was read.
        expect(row.verdict, row.id).toBe(verdict)
        found.set(`${row.customer.name} ${row.state}`, row.verdict)
      }
      if (!page.nextCursor) break
      cursor = `&cursor=${page.nextCursor}`
    }
  }
  return found
}

it(`agrees on ${cases} random certificates (seed ${seed})`, { timeout: 60_000 + cases * 500 }, async () => {
  const all = Array.from({ length: cases }, (_, number) => randomCase(number))
  // No account holds the certificates of thousands of buyers.
  for (let start = 0; start < cases; start += 100)
    await store(await createPerson(test), all.slice(start, start + 100))

  const ids = new Map<string, string>()
  const inList = await listedVerdicts()
  const { rows } = await test.database.executeAsOwner('select id, name from coverage_customers')
  for (const { id, name } of rows as { id: string; name: string }[]) ids.set(name, id)

  const verdicts = { covered: 0, 'charge-part': 0, check: 0, 'not-covered': 0 }
  for (let start = 0; start < cases; start += coverageLimits.coverageBatch) {
    const some = all.slice(start, start + coverageLimits.coverageBatch)
    const answer = await test.call({
      method: 'POST',
      url: '/api/v1/coverage/batch',
      headers: { authorization: `Bearer ${key.key}` },
      payload: {
        sales: some.map(({ purchaser, sale }) => ({
          ...sale,
          customer: { id: ids.get(purchaser) },
          record: false,
        })),
      },
    })
    expect(answer.statusCode, answer.body.slice(0, 500)).toBe(200)
    const byApi = answer.json().answers as CoverageAnswer[]
    for (const [at, one] of some.entries()) {
      const query = new URLSearchParams(
        Object.entries(one.sale).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, String(value)]],
        ),
      )
      const onPage: CoverageAnswer = await getJson(
        `/api/coverage/customers/${ids.get(one.purchaser)}?${query}`,
      )
      const verdict = expected(one, one.sale)
      verdicts[verdict] += 1
      expect([onPage.verdict, byApi[at]?.verdict], one.purchaser).toEqual([verdict, verdict])
      for (const { state } of one.numbers) {
        const row = `${one.purchaser} ${state}`
        expect(inList.get(row), row).toBe(expected(one, { state }))
      }
    }
  }
  // Cases that are all of one color would prove little.
  // Claims that lower the tax are rare among random certificates.
  for (const verdict of ['covered', 'check', 'not-covered'] as const)
    expect(verdicts[verdict], verdict).toBeGreaterThan(cases / 100)
})
