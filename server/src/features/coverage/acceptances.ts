/** What a manager settles once about a certificate in a state, so that nobody is asked again at the counter. */
import type {
  Acceptance,
  createAcceptance as createRoute,
  listAcceptances as listRoute,
} from '@exempta/contract/coverage'
import { coverageLimits } from '@exempta/contract/coverage/limits'
import type { RouteParsed, RouteReturn } from '@exempta/contract/route'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, memberOf, personOf } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { timeOrderedId } from '../../platform/identifiers.ts'
import type { Services } from '../../platform/services.ts'
import { requireManager, requireMember } from '../businesses/index.ts'
import { certificateHash, factsOf, type Judgement, judge, plainSale, type Sale, todayIn } from './judge.ts'
import {
  type AcceptanceRow,
  acceptancesOf,
  insertAcceptance,
  putAcceptanceEnd,
} from './queries/acceptances.ts'
import { type CertificateRow, isReceived, listCertificates, listIndexed } from './queries/certificates.ts'
import { renewCoverage } from './renew-coverage.ts'

type NewAcceptance = RouteParsed<typeof createRoute>['body']

export function createAcceptance(
  services: Services,
  call: Call,
  { receivedId, state, kind, reason, until }: NewAcceptance,
): Promise<Acceptance> {
  const person = personOf(call)
  const now = services.clock.now()
  const today = todayIn(state, now)
  return services.database.transact(person, async (tx) => {
    const { businessId } = await requireManager(tx, person)
    const certificate = await findCertificate(tx, businessId, receivedId)
    requireDay(until, today)
    // What an earlier acceptance settled is settled again by this one.
    await putAcceptanceEnd(tx, businessId, { shareId: receivedId, state }, person.id, now)
    const sale: Sale = { ...plainSale(state, today), kind }
    const [answer] = await answersOf(tx, certificate, [sale], { withAccepted: false })
    if (!answer) throw new AppError('not-found')
    requireAcceptable(answer)
    const id = timeOrderedId(now)
    await insertAcceptance(tx, {
      id,
      business_id: businessId,
      share_id: receivedId,
      owner_id: certificate.owner_id,
      state,
      questions: JSON.stringify(answer.questions.map(({ id: question, basis }) => ({ id: question, basis }))),
      certificate: certificateHash(certificate),
      reason,
      until_on: until,
      accepted_by: person.id,
      accepted_on: today,
      accepted_at: now,
    })
    await recordAudit(tx, call, {
      at: now,
      action: 'coverage-acceptance.create',
      target: { kind: 'business', id: businessId },
      details: { acceptance: id, received: receivedId },
    })
    await renewCoverage(services, tx, [{ ...certificate, id: receivedId }])
    const [made] = (await acceptancesOf(tx, businessId, receivedId)).filter((one) => one.id === id)
    if (!made) throw new AppError('not-found')
    return asAcceptance(made, true)
  })
}

function requireDay(until: string, today: string): void {
  const last = `${Number(today.slice(0, 4)) + coverageLimits.acceptanceMaxYears}${today.slice(4)}`
  const message =
    until < today
      ? 'Please choose a day that hasn’t passed'
      : until > last
        ? `Please choose a day within ${coverageLimits.acceptanceMaxYears} years`
        : undefined
  if (message) throw new AppError('invalid-input', { fields: [{ path: 'until', message }] })
}

/** Only what is open can be settled, and only where the paper itself isn't the problem. */
function requireAcceptable({ verdict, questions, canAccept, reasons }: Judgement): void {
  if (canAccept) return
  const problem = questions.find(({ canSettle }) => !canSettle)
  const text =
    verdict === 'check' && problem
      ? `${problem.text} ${problem.step}`
      : verdict === 'not-covered'
        ? `This can’t be accepted. ${reasons[0]?.text ?? ''}`
        : 'Nothing is open: it’s covered already.'
  throw new AppError('conflict', { text: text.trim() })
}

async function findCertificate(
  tx: Transaction,
  businessId: string,
  receivedId: string,
): Promise<CertificateRow> {
  const [certificate] = await listCertificates(tx, [receivedId])
  if (certificate?.business_id !== businessId) throw new AppError('not-found')
  return certificate
}

async function answersOf(
  tx: Transaction,
  certificate: CertificateRow,
  sales: readonly Sale[],
  { withAccepted }: { withAccepted: boolean },
): Promise<Judgement[]> {
  const row = withAccepted ? certificate : { ...certificate, accepted: [] }
  const indexed = await listIndexed(tx, [certificate.share_id])
  return sales.map((sale) => {
    const last = indexed.find(({ state }) => state === sale.state)?.last_purchase_on ?? null
    return judge(factsOf(row, sale, last), sale)
  })
}

export function listAcceptances(
  services: Services,
  call: Call,
  { receivedId }: RouteParsed<typeof listRoute>['query'],
): Promise<RouteReturn<typeof listRoute>> {
  const member = memberOf(call)
  const now = services.clock.now()
  return services.database.transact(
    member,
    async (tx) => {
      const { businessId } = await requireMember(tx, member)
      const [certificate] = await listCertificates(tx, [receivedId])
      if (certificate?.business_id !== businessId) {
        if (!(await isReceived(tx, businessId, receivedId))) throw new AppError('not-found')
        // Nobody has confirmed what it says, or it isn't a certificate.
        return { items: [], answers: [] }
      }
      const sales = certificate.states.map(({ state }) => plainSale(state, todayIn(state, now)))
      const answers = await answersOf(tx, certificate, sales, { withAccepted: true })
      const hash = certificateHash(certificate)
      const rows = await acceptancesOf(tx, businessId, receivedId)
      return {
        items: rows.map((row) => {
          const at = sales.findIndex(({ state }) => state === row.state)
          const kept = certificate.accepted.find(({ id }) => id === row.id)
          const isSame = kept?.certificate === hash && row.until >= todayIn(row.state, now)
          return asAcceptance(row, isSame && answers[at]?.verdict !== 'check')
        }),
        answers: answers.map(({ verdict, reasons, canAccept, facts }) => ({
          state: facts.state,
          verdict,
          reasons,
          canAccept,
        })),
      }
    },
    { readOnly: true },
  )
}

const asAcceptance = (
  { id, state, reason, by, on, until }: AcceptanceRow,
  isInForce: boolean,
): Acceptance => ({ id, state, reason, by, on, until, isInForce })

export async function endAcceptance(services: Services, call: Call, id: string): Promise<void> {
  const person = personOf(call)
  const now = services.clock.now()
  await services.database.transact(person, async (tx) => {
    const { businessId } = await requireManager(tx, person)
    const ended = await putAcceptanceEnd(tx, businessId, { id }, person.id, now)
    if (!ended) throw new AppError('not-found')
    await recordAudit(tx, call, {
      at: now,
      action: 'coverage-acceptance.end',
      target: { kind: 'business', id: businessId },
      details: { acceptance: id },
    })
    const { share_id, owner_id } = ended
    await renewCoverage(services, tx, [{ id: share_id, owner_id, business_id: businessId }])
  })
}
