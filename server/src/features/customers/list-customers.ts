/** The list of customers, and the page of one. */
import type { CustomerPage, CustomerRow, listCustomers as contract } from '@exempta/contract/customers'
import { customerLimits } from '@exempta/contract/customers/limits'
import type { listCustomerActivity as activityRoute } from '@exempta/contract/customers/page'
import { pageLimits } from '@exempta/contract/paging'
import type { RouteParsed } from '@exempta/contract/route'
import { nextDay } from '@exempta/knowledge/dates'
import { z } from 'zod'
import { AppError } from '../../platform/app-error.ts'
import { type Call, memberOf } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { defineKeyset } from '../../platform/db/keyset.ts'
import type { Services } from '../../platform/services.ts'
import { requireMember } from '../businesses/index.ts'
import { limits } from './limits.ts'
import {
  type AnswerRow,
  activityPage,
  type CustomerPosition,
  customerPage,
  listAnswers,
  listEnds,
} from './queries/list.ts'
import { listMerges } from './queries/merging.ts'
import {
  type CustomerRecord,
  findCurrent,
  findRecord,
  findRecordIds,
  listChildren,
  listTags,
  namesOf,
} from './queries/records.ts'
import { searchedTerms } from './search-terms.ts'
import { asCustomer, asStateAnswer, isMissing } from './shapes.ts'

const activity = defineKeyset('customer-activity', z.tuple([z.iso.datetime(), z.uuid()]))
const list = defineKeyset<CustomerPosition>('customers', z.tuple([z.string(), z.uuid()]))

export function listCustomers(
  { database }: Services,
  call: Call,
  { cursor, limit, search, ...filter }: RouteParsed<typeof contract>['query'],
) {
  const member = memberOf(call)
  const position = list.read(cursor)
  return database.transact(
    member,
    async (tx) => {
      const { businessId } = await requireMember(tx, member)
      const ids = search
        ? await findRecordIds(tx, businessId, searchedTerms(search), pageLimits.pageSizeMax)
        : undefined
      const rows = await customerPage(tx, businessId, { ...filter, ids }, position, limit + 1)
      const { items, nextCursor } = list.page(rows, limit, ({ name, id }) => [name, id])
      return { items: await withAnswers(tx, businessId, items), nextCursor }
    },
    { readOnly: true },
  )
}

/** The rows of a list with their answers, which one query reads for all of them. */
async function withAnswers(
  tx: Transaction,
  businessId: string,
  records: readonly CustomerRecord[],
): Promise<CustomerRow[]> {
  const ids = records.map(({ id }) => id)
  const answers = Map.groupBy(await listAnswers(tx, businessId, ids), ({ customer_id }) => customer_id)
  return records.map((record) => ({
    ...asCustomer(record, null),
    email: record.contacts.find(({ email }) => email !== null)?.email ?? null,
    answers: (answers.get(record.id) ?? []).map(asStateAnswer),
  }))
}

export function listCustomerTags({ database }: Services, call: Call): Promise<{ items: string[] }> {
  const member = memberOf(call)
  return database.transact(
    member,
    async (tx) => {
      const { businessId } = await requireMember(tx, member)
      return { items: await listTags(tx, businessId, limits.tagsListed) }
    },
    { readOnly: true },
  )
}

export function getCustomer({ database, clock }: Services, call: Call, id: string): Promise<CustomerPage> {
  const member = memberOf(call)
  return database.transact(
    member,
    async (tx) => {
      const { businessId } = await requireMember(tx, member)
      const record = (await findRecord(tx, businessId, id)) ?? (await findCurrent(tx, businessId, id))
      if (!record) throw new AppError('not-found')
      const since = new Date(clock.now().getTime() - customerLimits.mergeUndoMs)
      const [answers, children, merges, named] = await Promise.all([
        listAnswers(tx, businessId, [record.id]),
        listChildren(tx, businessId, record.id, limits.childrenShown),
        listMerges(tx, record.id, since),
        namesOf(
          tx,
          businessId,
          [record.parent_id, record.merged_into].filter((one) => one !== null),
        ),
      ])
      const nameOf = (other: string | null) => named.find((one) => one.id === other) ?? null
      return {
        ...asCustomer(record, nameOf(record.parent_id)),
        answers: await withSince(tx, answers),
        children,
        mergedInto: nameOf(record.merged_into),
        merges: merges.map(asMerge),
      }
    },
    { readOnly: true },
  )
}

const asMerge = (row: Awaited<ReturnType<typeof listMerges>>[number]): CustomerPage['merges'][number] => ({
  id: row.id,
  customer: { id: row.customer_id, name: row.name },
  mergedAt: row.merged_at.toISOString(),
  canUndoUntil: new Date(row.merged_at.getTime() + customerLimits.mergeUndoMs).toISOString(),
})

export function listCustomerActivity(
  { database }: Services,
  call: Call,
  { id, cursor, limit }: RouteParsed<typeof activityRoute>['query'] & { id: string },
) {
  const member = memberOf(call)
  const position = activity.read(cursor)
  return database.transact(
    member,
    async (tx) => {
      const { businessId } = await requireMember(tx, member)
      const record = await findCurrent(tx, businessId, id)
      if (!record) throw new AppError('not-found')
      const rows = await activityPage(tx, record.id, position, limit + 1)
      const { items, nextCursor } = activity.page(rows, limit, (row) => [row.at.toISOString(), row.id])
      return {
        items: items.map((row) => ({
          id: row.id,
          at: row.at.toISOString(),
          action: row.action,
          by: row.by_name,
        })),
        nextCursor,
      }
    },
    { readOnly: true },
  )
}

/** The day after the last one that was covered; the day of the change if it was revoked or rejected before that. */
async function withSince(tx: Transaction, answers: readonly AnswerRow[]): Promise<CustomerPage['answers']> {
  const missing = answers.filter(isMissing)
  const ends = await listEnds(
    tx,
    missing.flatMap(({ share_id }) => share_id ?? []),
  )
  return answers.map((row) => {
    const end = isMissing(row) ? ends.find(({ share_id }) => share_id === row.share_id) : undefined
    const days = end
      ? [
          end.revoked_at?.toISOString().slice(0, 10),
          end.rejected_at?.toISOString().slice(0, 10),
          row.ends_on ? nextDay(row.ends_on) : undefined,
        ].filter((day) => day !== undefined)
      : []
    return { ...asStateAnswer(row), missingSince: days.sort()[0] ?? null }
  })
}
