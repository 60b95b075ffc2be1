/** What the page of a customer shows of their certificates: today's answers, the certificates, and what was settled. */
import type { CoverageAnswer } from '@exempta/contract/coverage'
import type {
  CustomerCertificate,
  listCustomerCertificates as certificatesRoute,
  listCustomerDecisions as decisionsRoute,
} from '@exempta/contract/customers/page'
import type { RouteParsed, RouteReturn } from '@exempta/contract/route'
import { forms } from '@exempta/knowledge/forms'
import { z } from 'zod'
import { AppError } from '../../platform/app-error.ts'
import { type Call, memberOf } from '../../platform/call.ts'
import { defineKeyset } from '../../platform/db/keyset.ts'
import type { Services } from '../../platform/services.ts'
import { requireMember } from '../businesses/index.ts'
import { findCurrent, listAnswers } from '../customers/index.ts'
import { acceptedByAnswer } from './accepted.ts'
import { type Answered, asAnswer } from './customers.ts'
import { bestOf, factsOf, judge, plainSale, todayIn } from './judge.ts'
import {
  type CertificateOfRecord,
  certificatePage,
  decisionPage,
  indexedOfRecord,
  newerCertificates,
  statesOfShares,
} from './queries/customer-page.ts'

type OfCustomer<Query> = Query & { id: string }

const list = defineKeyset('customer-certificates', z.tuple([z.iso.datetime(), z.uuid()]))
const decisions = defineKeyset('customer-decisions', z.tuple([z.iso.datetime(), z.uuid()]))

/** One for each state where they buy or have a certificate for. All certificates are read at once. */
export function listCustomerAnswers(
  { database, clock }: Services,
  call: Call,
  id: string,
): Promise<{ items: CoverageAnswer[] }> {
  const member = memberOf(call)
  const now = clock.now()
  return database.transact(
    member,
    async (tx) => {
      const { businessId, role } = await requireMember(tx, member)
      const customer = await findCurrent(tx, businessId, id)
      if (!customer) throw new AppError('not-found')
      const [states, certificates] = await Promise.all([
        listAnswers(tx, businessId, [customer.id]),
        indexedOfRecord(tx, businessId, customer.id),
      ])
      const answered = states.map(({ state }): Answered => {
        const sale = plainSale(state, todayIn(state, now))
        const best = bestOf(
          certificates
            .filter((one) => one.state === state)
            .map((certificate) => {
              const judgement = judge(factsOf(certificate, sale, certificate.last_purchase_on), sale)
              return { certificate, judgement, verdict: judgement.verdict }
            }),
        )
        return { customer, certificate: best?.certificate, judgement: best?.judgement, notes: [], sale }
      })
      const judgements = answered.flatMap(({ judgement }) => judgement ?? [])
      const acceptedOf = await acceptedByAnswer(tx, businessId, judgements)
      return {
        items: answered.map((one) =>
          asAnswer(one, {
            mayOpen: role === 'manager',
            now,
            accepted: one.judgement ? acceptedOf(one.judgement) : null,
          }),
        ),
      }
    },
    { readOnly: true },
  )
}

/** Also those that were replaced, rejected or revoked. */
export function listCustomerCertificates(
  { database }: Services,
  call: Call,
  { id, cursor, limit }: OfCustomer<RouteParsed<typeof certificatesRoute>['query']>,
): Promise<RouteReturn<typeof certificatesRoute>> {
  const member = memberOf(call)
  const position = list.read(cursor)
  return database.transact(
    member,
    async (tx) => {
      const { businessId } = await requireMember(tx, member)
      const customer = await findCurrent(tx, businessId, id)
      if (!customer) throw new AppError('not-found')
      const rows = await certificatePage(tx, businessId, customer.id, position, limit + 1)
      const { items, nextCursor } = list.page(rows, limit, (row) => [
        row.shared_at.toISOString(),
        row.share_id,
      ])
      const shareIds = items.map((row) => row.share_id)
      const [states, newer] = await Promise.all([
        statesOfShares(tx, shareIds),
        newerCertificates(tx, businessId, customer.id, shareIds),
      ])
      const statesOf = Map.groupBy(states, ({ share_id }) => share_id)
      const newerOf = new Map(newer.map((row) => [row.share_id, row.newer_id]))
      return {
        items: items.map((row) => ({
          ...asCertificate(row),
          states: (statesOf.get(row.share_id) ?? []).map(({ state, verdict, ends_on }) => ({
            state,
            verdict,
            expiresOn: ends_on,
          })),
          replacedBy: newerOf.get(row.share_id) ?? null,
        })),
        nextCursor,
      }
    },
    { readOnly: true },
  )
}

const asCertificate = (row: CertificateOfRecord): Omit<CustomerCertificate, 'states' | 'replacedBy'> => ({
  receivedId: row.share_id,
  linkId: row.link_id,
  matchedBy: row.matched_by,
  purchaser: row.purchaser,
  form: row.form && (forms.get(row.form)?.name ?? null),
  signedOn: row.signed_on,
  status: row.status,
  sharedAt: row.shared_at.toISOString(),
  reviewedAt: row.reviewed_at?.toISOString() ?? null,
  revokedAt: row.revoked_at?.toISOString() ?? null,
})

export function listCustomerDecisions(
  { database, clock }: Services,
  call: Call,
  { id, cursor, limit }: OfCustomer<RouteParsed<typeof decisionsRoute>['query']>,
): Promise<RouteReturn<typeof decisionsRoute>> {
  const member = memberOf(call)
  const position = decisions.read(cursor)
  return database.transact(
    member,
    async (tx) => {
      const { businessId } = await requireMember(tx, member)
      const customer = await findCurrent(tx, businessId, id)
      if (!customer) throw new AppError('not-found')
      const rows = await decisionPage(tx, businessId, customer.id, position, limit + 1)
      const { items, nextCursor } = decisions.page(rows, limit, (row) => [
        row.accepted_at.toISOString(),
        row.id,
      ])
      return {
        items: items.map(({ accepted_at: _, share_id: receivedId, ended_at, ...row }) => ({
          ...row,
          receivedId,
          isInForce: ended_at === null && row.until >= todayIn(row.state, clock.now()),
        })),
        nextCursor,
      }
    },
    { readOnly: true },
  )
}
