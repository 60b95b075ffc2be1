/** Lists of sales with their gaps. Everything is decided when someone looks, because certificates can still come. */
import type { GapCustomer, ListedSalesList, SalesList } from '@exempta/contract/binders/sales-lists'
import type { PageQuery } from '@exempta/contract/paging'
import { z } from 'zod'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, memberOf } from '../../../platform/call.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { defineKeyset } from '../../../platform/db/keyset.ts'
import type { Services } from '../../../platform/services.ts'
import { requireManager } from '../../businesses/index.ts'
import { askCustomers } from '../../requests/index.ts'
import {
  bindersOf,
  countLines,
  deleteSalesList,
  findSalesList,
  lockSalesList,
  type SalesListPosition,
  type SalesListRow,
  salesListPage,
  updateSalesList,
} from '../queries/sales-lists.ts'
import { everyListed, findGaps, type Gap, judgedOn, worstState } from './find-gaps.ts'
import { publishList } from './publish-list.ts'
import { ratesOf } from './rates.ts'

const lists = defineKeyset<SalesListPosition>('sales-lists', z.tuple([z.iso.datetime(), z.uuid()]))

const asListed = (row: SalesListRow): ListedSalesList => ({
  id: row.id,
  createdAt: row.created_at.toISOString(),
  createdBy: row.creator_name,
  expiresAt: row.expires_at.toISOString(),
  rows: row.states.reduce((sum, { rows }) => sum + rows, 0),
  states: row.states,
  asked: row.campaign_id === null ? null : (row.asked_count ?? 0),
})

export function listSalesLists({ database }: Services, call: Call, { cursor, limit }: PageQuery) {
  const member = memberOf(call)
  const before = lists.read(cursor)
  return database.transact(
    member,
    async (tx) => {
      const { businessId } = await requireManager(tx, member)
      const rows = await salesListPage(tx, businessId, before, limit + 1)
      const page = lists.page(rows, limit, (row) => [row.created_at.toISOString(), row.id])
      return { items: page.items.map(asListed), nextCursor: page.nextCursor }
    },
    { readOnly: true },
  )
}

export async function requireList(tx: Transaction, call: Call, id: string): Promise<SalesListRow> {
  const { businessId } = await requireManager(tx, memberOf(call))
  const row = await findSalesList(tx, businessId, id)
  if (!row) throw new AppError('not-found')
  return row
}

export function getSalesList(services: Services, call: Call, id: string): Promise<SalesList> {
  const now = services.clock.now()
  return services.database.transact(
    memberOf(call),
    async (tx) => {
      const row = await requireList(tx, call, id)
      const rateOf = ratesOf(services)
      const gaps = await findGaps(everyListed(tx, id, now), rateOf)
      const [binder] = await bindersOf(tx, id)
      const states = [...new Set(gaps.flatMap(({ byState }) => [...byState.keys()]))].sort()
      return {
        ...asListed(row),
        ...(await countLines(tx, id)),
        undatedOn: judgedOn(binder?.to_on ?? now.toISOString().slice(0, 10), now),
        gaps: sumOf(gaps, (state) => rateOf(state) !== undefined),
        rates: states.map((state) => ({
          state,
          percent: null,
          isCorrected: false,
          isUncertain: false,
          ...rateOf(state),
        })),
      }
    },
    { readOnly: true },
  )
}

const sumOf = (gaps: readonly Gap[], isRated: (state: string) => boolean): SalesList['gaps'] => ({
  customers: gaps.length,
  sales: gaps.reduce((sum, { sales }) => sum + sales, 0),
  amountCents: gaps.reduce((sum, { amountCents }) => sum + amountCents, 0),
  atRiskCents: gaps.reduce((sum, { atRiskCents }) => sum + atRiskCents, 0),
  unratedCents: gaps
    .flatMap(({ byState }) => [...byState])
    .reduce((sum, [state, { amountCents }]) => sum + (isRated(state) ? 0 : amountCents), 0),
  canAsk: toAsk(gaps).length,
})

/** Each address once. */
const toAsk = (gaps: readonly Gap[]): (Gap & { email: string })[] => {
  const byAddress = new Map<string, Gap & { email: string }>()
  for (const gap of gaps) {
    const { email } = gap
    if (email && !byAddress.has(email.toLowerCase())) byAddress.set(email.toLowerCase(), { ...gap, email })
  }
  return [...byAddress.values()]
}

type GapPosition = readonly [atRiskCents: number, key: string]
const customers = defineKeyset<GapPosition>('gap-customers', z.tuple([z.int(), z.string().max(300)]))

export function listGapCustomers(
  services: Services,
  call: Call,
  { id, cursor, limit }: PageQuery & { id: string },
) {
  const after = customers.read(cursor)
  const now = services.clock.now()
  return services.database.transact(
    memberOf(call),
    async (tx) => {
      await requireList(tx, call, id)
      const gaps = await findGaps(everyListed(tx, id, now), ratesOf(services))
      const left = after
        ? gaps.filter(
            ({ atRiskCents, key }) => atRiskCents < after[0] || (atRiskCents === after[0] && key > after[1]),
          )
        : gaps
      const page = customers.page(left.slice(0, limit + 1), limit, (gap) => [gap.atRiskCents, gap.key])
      return { items: page.items.map(asCustomer), nextCursor: page.nextCursor }
    },
    { readOnly: true },
  )
}

const asCustomer = ({ email, byState, largestCents: _, ...gap }: Gap): GapCustomer => ({
  ...gap,
  states: [...byState.keys()].sort(),
  canAsk: email !== null,
})

const nameLength = 120

/** One list of requests; each customer is asked once, for the state where the most is at risk. */
export async function askForGaps(services: Services, call: Call, id: string): Promise<SalesList> {
  const member = memberOf(call)
  const at = services.clock.now()
  await services.database.transact(member, async (tx) => {
    const own = await requireManager(tx, member)
    const list = await lockSalesList(tx, own.businessId, id)
    if (!list) throw new AppError('not-found')
    if (list.campaign_id) throw new AppError('conflict', { text: 'These customers were asked already.' })
    const gaps = toAsk(await findGaps(everyListed(tx, id, at), ratesOf(services)))
    const asked = await askCustomers(services, tx, call, own, {
      name: `Missing certificates, ${at.toISOString().slice(0, 10)}`,
      customers: gaps.map((gap) => ({
        email: gap.email,
        customer_name: gap.name?.slice(0, nameLength) ?? null,
        state: worstState(gap),
      })),
    })
    if (!asked) throw new AppError('conflict', { text: 'There’s no one to ask: we have no email address.' })
    await updateSalesList(tx, id, { campaign_id: asked.campaignId })
    await recordAudit(tx, call, {
      at,
      action: 'sales-list.ask',
      target: { kind: 'sales-list', id },
      details: { customers: asked.count },
    })
    publishList(tx, own.businessId, id)
  })
  return getSalesList(services, call, id)
}

export function removeSalesList({ database, clock }: Services, call: Call, id: string): Promise<void> {
  const member = memberOf(call)
  return database.transact(member, async (tx) => {
    const { businessId } = await requireManager(tx, member)
    if (!(await lockSalesList(tx, businessId, id))) throw new AppError('not-found')
    if ((await bindersOf(tx, id)).some(({ status }) => status === 'preparing')) {
      throw new AppError('conflict', { text: 'A binder is being made from it. Delete it when that’s done.' })
    }
    await deleteSalesList(tx, id)
    const target = { kind: 'sales-list', id } as const
    await recordAudit(tx, call, { at: clock.now(), action: 'sales-list.remove', target })
    publishList(tx, businessId, id)
  })
}
