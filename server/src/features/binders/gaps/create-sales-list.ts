/** Reads a list of sales in several states into one draft binder for each state. */
import { binderLimits } from '@exempta/contract/binders'
import { type SalesList, SalesListForm, salesListLimits } from '@exempta/contract/binders/sales-lists'
import { dayMs } from '@exempta/contract/durations'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, type MemberActor, memberOf } from '../../../platform/call.ts'
import { type ReceivedList, receiveList } from '../../../platform/csv/receive-list.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { UploadPart } from '../../../platform/http/read-upload.ts'
import { timeOrderedId } from '../../../platform/identifiers.ts'
import type { Services } from '../../../platform/services.ts'
import { requireManager } from '../../businesses/index.ts'
import { noteTaxOfListed } from '../../coverage/index.ts'
import {
  type Columns,
  cellOf,
  findColumns,
  gapProblemOf,
  refuseWrongLines,
  saleOf,
  stateOf,
  wrong,
} from '../listed-sales.ts'
import { insertBinder, updateBinder } from '../queries/binders.ts'
import { insertSales, type ListedSale, periodOf } from '../queries/sales.ts'
import { countSalesLists, deleteSalesList, insertSalesList } from '../queries/sales-lists.ts'
import { publishList } from './publish-list.ts'
import { getSalesList } from './sales-lists.ts'

export async function createSalesList(
  services: Services,
  call: Call,
  parts: AsyncIterable<UploadPart>,
): Promise<SalesList> {
  const member = memberOf(call)
  const { businessId } = await services.database.transact(member, (tx) => requireManager(tx, member))
  await services.files.requireFreeSpace()
  const fields: Record<string, string> = {}
  let id: string | undefined
  for await (const part of parts) {
    if (part.kind === 'field') {
      if (part.value !== '') fields[part.name] = part.value
      continue
    }
    if (part.field !== 'file' || id) throw wrong('file', 'Please attach one file')
    const form = SalesListForm.safeParse(fields)
    if (!form.success) {
      throw new AppError('invalid-input', {
        fields: form.error.issues.map(({ path, message }) => ({ path: path.join('.') || 'from', message })),
      })
    }
    const list = await receiveList(part.content, { rowsMax: salesListLimits.rows, rowsName: 'sales' })
    id = await storeList(services, call, { ...form.data, businessId, member }, list)
  }
  if (!id) throw wrong('file', 'Please choose a CSV file')
  return getSalesList(services, call, id)
}

interface NewList {
  businessId: string
  member: MemberActor
  from?: string | undefined
  to?: string | undefined
}

const needed = {
  state: 'We couldn’t find a column with the state. Call it “State”.',
  amount: 'We couldn’t find a column with amounts. Call it “Amount”.',
  tax: 'We couldn’t find a column that says whether tax was charged. Call it “Tax charged”.',
} as const

function requireColumns(header: readonly string[]): Columns {
  const columns = findColumns(header)
  if (columns.customerNumber === undefined && columns.customer === undefined) {
    throw wrong('file', 'We couldn’t find a column with customers. Call it “Customer number”.')
  }
  for (const [column, message] of Object.entries(needed) as [keyof typeof needed, string][]) {
    if (columns[column] === undefined) throw wrong('file', message)
  }
  return columns
}

const batchSize = 1000

async function storeList(
  services: Services,
  call: Call,
  wanted: NewList,
  list: ReceivedList,
): Promise<string> {
  const { database, clock } = services
  const { businessId, member } = wanted
  const columns = requireColumns(list.header)
  if (list.rowCount === 0) throw wrong('file', 'This file has no sales')
  const at = clock.now()
  await refuseWrongLines(list, (record) => gapProblemOf(record, columns, at))
  const id = timeOrderedId(at)
  const expires_at = new Date(at.getTime() + salesListLimits.keptDays * dayMs)
  await database.transact(member, async (tx) => {
    if ((await countSalesLists(tx, businessId)) >= salesListLimits.open) {
      throw new AppError('conflict', {
        text: `You have ${salesListLimits.open} lists of sales. Delete one that you don’t need first.`,
      })
    }
    await insertSalesList(tx, {
      id,
      business_id: businessId,
      created_by: member.kind === 'person' ? member.id : null,
      created_at: at,
      expires_at,
    })
  })
  try {
    const binders = new Map<string, string>()
    const store = (batch: readonly StatedSale[]) =>
      database.transact(member, async (tx) => {
        for (const [state, sales] of Map.groupBy(batch, (one) => one.state)) {
          const known = binders.get(state)
          const binderId = known ?? timeOrderedId(at)
          if (!known) {
            binders.set(state, binderId)
            await insertBinder(tx, {
              ...draft(wanted, at),
              id: binderId,
              state,
              sales_list_id: id,
              expires_at,
            })
          }
          await insertSales(tx, { id: binderId, business_id: businessId, state }, sales)
        }
      })
    let batch: StatedSale[] = []
    for await (const record of list.rows()) {
      const state = stateOf(cellOf(record.cells, columns, 'state', 60).trim()) ?? ''
      batch.push({ ...saleOf(record, columns), state })
      if (batch.length >= batchSize) await store(batch.splice(0))
    }
    await store(batch)
    batch = []
    await database.transact(member, async (tx) => {
      await setPeriods(tx, [...binders.values()], wanted)
      await recordAudit(tx, call, { at, action: 'sales-list.create', target: { kind: 'sales-list', id } })
      publishList(tx, businessId, id)
    })
    return id
  } catch (error) {
    await database.transact(member, (tx) => deleteSalesList(tx, id))
    throw error
  }
}

type StatedSale = ListedSale & { state: string }

function draft({ businessId, member, from, to }: NewList, at: Date) {
  const today = at.toISOString().slice(0, 10)
  return {
    business_id: businessId,
    from_on: from ?? to ?? today,
    to_on: to ?? today,
    has_list: true,
    requested_by: member.kind === 'person' ? member.id : null,
    created_at: at,
    updated_at: at,
  }
}

/** The days of the list itself, where it has some; all binders of a list are about the same time. */
async function setPeriods(
  tx: Transaction,
  binderIds: readonly string[],
  { from, to }: NewList,
): Promise<void> {
  const periods = []
  for (const id of binderIds) periods.push(await periodOf(tx, id))
  const days = periods.flatMap((period) => (period ? [period.from, period.to] : [])).sort()
  const [begin, end] = [from ?? days[0], to ?? days.at(-1)]
  if (!begin || !end) throw wrong('from', 'Please choose From and To: the list has no dates that we can read')
  if (end < begin) throw wrong('to', 'Please choose a day on or after From')
  if (Number(end.slice(0, 4)) - Number(begin.slice(0, 4)) > binderLimits.years) {
    throw wrong('to', `A list can cover up to ${binderLimits.years} years`)
  }
  for (const id of binderIds) {
    await updateBinder(tx, id, { from_on: begin, to_on: end })
    await noteTaxOfListed(tx, id)
  }
}
