/** Starts a binder for a state and period, or with the auditor's list of invoices. */

import { accountLimits } from '@exempta/contract/accounts/limits'
import { type Binder, BinderForm, binderLimits } from '@exempta/contract/binders'
import { coverageLimits } from '@exempta/contract/coverage/limits'
import { dayMs } from '@exempta/contract/durations'
import { EmailAddress } from '@exempta/contract/people'
import { cleanLine } from '@exempta/contract/text'
import { dayInWords } from '@exempta/knowledge/dates'
import { states } from '@exempta/knowledge/states'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, type MemberActor, memberOf } from '../../platform/call.ts'
import type { CsvRecord } from '../../platform/csv/read-csv.ts'
import { type ReceivedList, receiveList } from '../../platform/csv/receive-list.ts'
import type { UploadPart } from '../../platform/http/read-upload.ts'
import { timeOrderedId } from '../../platform/identifiers.ts'
import { maskCell } from '../../platform/mask-text.ts'
import type { Services } from '../../platform/services.ts'
import { writtenDay } from '../../platform/written-day.ts'
import { requireManager } from '../businesses/index.ts'
import { isInTheFuture, isTooLongAgo, noteTaxOfListed, receiptLimits } from '../coverage/index.ts'
import { getBinder, publishBinder } from './binders.ts'
import { deleteBinder, insertBinder, updateBinder } from './queries/binders.ts'
import { insertSales, type ListedSale, periodOf } from './queries/sales.ts'

const wrong = (path: string, message: string) =>
  new AppError('invalid-input', { fields: [{ path, message }] })

const rowsMax: number = binderLimits.listRows

/** The fields come before the file, so that wrong ones are refused before it arrives. */
export async function createBinder(
  services: Services,
  call: Call,
  parts: AsyncIterable<UploadPart>,
  mostRows = rowsMax,
): Promise<Binder> {
  const member = memberOf(call)
  const { businessId } = await services.database.transact(member, (tx) => requireManager(tx, member))
  await services.files.requireFreeSpace()
  const fields: Record<string, string> = {}
  let id: string | undefined
  for await (const part of parts) {
    if (part.kind === 'field') {
      fields[part.name] = part.value
      continue
    }
    if (part.field !== 'file' || id) throw wrong('file', 'Please attach one file')
    const form = formOf(fields)
    const list = await receiveList(part.content, { rowsMax: mostRows, rowsName: 'invoices' })
    id = await withList(services, call, member, { businessId, ...form }, list)
  }
  id ??= await withoutList(services, call, member, { businessId, ...formOf(fields) })
  return getBinder(services, call, id)
}

function formOf(fields: Record<string, string>): BinderForm {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
  const form = BinderForm.safeParse({ state: '', ...given })
  if (!form.success) {
    const issues = form.error.issues.map(({ path, message }) => ({
      path: path.join('.') || 'state',
      message,
    }))
    throw new AppError('invalid-input', { fields: issues })
  }
  if (!states.has(form.data.state)) throw wrong('state', 'Please choose a state')
  return form.data
}

type NewBinder = BinderForm & { businessId: string }

async function withoutList(
  services: Services,
  call: Call,
  member: MemberActor,
  { businessId, state, from, to }: NewBinder,
): Promise<string> {
  if (!from) throw wrong('from', 'Please choose the first day')
  if (!to) throw wrong('to', 'Please choose the last day')
  const at = services.clock.now()
  const id = timeOrderedId(at)
  await services.database.transact(member, async (tx) => {
    await insertBinder(tx, newRow({ id, businessId, state, from, to, at, member }))
    await recordCreated(services, call, { tx, businessId, id, hasList: false })
  })
  return id
}

const newRow = (binder: {
  id: string
  businessId: string
  state: string
  from: string
  to: string
  at: Date
  member: MemberActor
}) => ({
  id: binder.id,
  business_id: binder.businessId,
  state: binder.state,
  from_on: binder.from,
  to_on: binder.to,
  requested_by: binder.member.kind === 'person' ? binder.member.id : null,
  created_at: binder.at,
  updated_at: binder.at,
  expires_at: new Date(binder.at.getTime() + binderLimits.draftDays * dayMs),
})

type Tx = Parameters<typeof insertBinder>[0]

async function recordCreated(
  { clock }: Services,
  call: Call,
  { tx, businessId, id, hasList }: { tx: Tx; businessId: string; id: string; hasList: boolean },
): Promise<void> {
  const target = { kind: 'binder', id } as const
  await recordAudit(tx, call, { at: clock.now(), action: 'binder.create', target, details: { hasList } })
  publishBinder(tx, businessId, id)
}

/** What headings begin with or contain, in the order in which columns are looked for. */
const headings = {
  email: /e-?mail/i,
  saleOn: /date|^day$/i,
  tax: /\btax(ed|es)?\b/i,
  reference: /invoice|order|reference|document|transaction|number|^no\.?$|^#$|^id$/i,
  customer: /customer|name|company|buyer|purchaser|organization/i,
} as const
type Column = keyof typeof headings

function findColumns(cells: readonly string[]): Columns {
  const taken = new Set<number>()
  const found: Columns = {}
  for (const [column, pattern] of Object.entries(headings) as [Column, RegExp][]) {
    const at = cells.findIndex((heading, index) => !taken.has(index) && pattern.test(heading))
    if (at < 0) continue
    taken.add(at)
    found[column] = at
  }
  return found
}

const batchSize = 1000

async function withList(
  services: Services,
  call: Call,
  member: MemberActor,
  { businessId, state, from, to }: NewBinder,
  list: ReceivedList,
): Promise<string> {
  const columns = findColumns(list.header)
  if (columns.reference === undefined) {
    throw wrong('file', 'We couldn’t find a column with invoice numbers. Call it “Invoice number”.')
  }
  if (list.rowCount === 0) throw wrong('file', 'This file has no invoices')
  const at = services.clock.now()
  await refuseWrongLines(list, columns, at)
  const id = timeOrderedId(at)
  const today = at.toISOString().slice(0, 10)
  await services.database.transact(member, (tx) =>
    insertBinder(tx, {
      ...newRow({ id, businessId, state, from: from ?? today, to: to ?? from ?? today, at, member }),
      has_list: true,
    }),
  )
  try {
    const store = (batch: ListedSale[]) =>
      services.database.transact(member, (tx) =>
        insertSales(tx, { id, business_id: businessId, state }, batch),
      )
    await storeRows(list.rows(), columns, store)
    await services.database.transact(member, async (tx) => {
      const period = await periodOf(tx, id)
      const [begin, end] = [from ?? period?.from, to ?? period?.to]
      if (!begin || !end)
        throw wrong('from', 'Please choose From and To: the list has no dates that we can read')
      const whole = BinderForm.safeParse({ state, from: begin, to: end })
      if (!whole.success) throw wrong('to', whole.error.issues[0]?.message ?? 'Please choose another period')
      await updateBinder(tx, id, { from_on: begin, to_on: end })
      await noteTaxOfListed(tx, id)
      await recordCreated(services, call, { tx, businessId, id, hasList: true })
    })
    return id
  } catch (error) {
    await services.database.transact(member, (tx) => deleteBinder(tx, id))
    throw error
  }
}

async function storeRows(
  records: AsyncIterable<CsvRecord>,
  columns: Columns,
  store: (batch: ListedSale[]) => Promise<void>,
): Promise<void> {
  let batch: ListedSale[] = []
  for await (const record of records) {
    batch.push(saleOf(record, columns))
    if (batch.length >= batchSize) {
      await store(batch)
      batch = []
    }
  }
  if (batch.length > 0) await store(batch)
}

const problemsMost = 20

/** Nothing of a list with a wrong line is used: an invoice that is left out would be missing in silence. */
async function refuseWrongLines(list: ReceivedList, columns: Columns, now: Date): Promise<void> {
  const problems: string[] = []
  let more = 0
  for await (const record of list.rows()) {
    const problem = problemOf(record, columns, now)
    if (!problem) continue
    if (problems.length < problemsMost) problems.push(`Line ${record.line}: ${problem}`)
    else more += 1
  }
  if (problems.length === 0) return
  if (more > 0) problems.push(`${more.toLocaleString('en-US')} more lines have problems like these.`)
  throw new AppError('invalid-input', { fields: problems.map((message) => ({ path: 'file', message })) })
}

/** A date can be missing, because a receipt with the same number may have it. One that is wrong can't be right. */
function problemOf({ cells }: CsvRecord, columns: Columns, now: Date): string | undefined {
  const textOf = (column: Column) => cellOf(cells, columns, column, 30).trim()
  if (textOf('reference') === '') return 'the invoice number is missing.'
  const tax = textOf('tax')
  if (tax !== '' && taxOf(tax) === undefined)
    return `“${maskCell(tax)}” doesn’t say whether tax was charged. Write Yes, No or an amount.`
  const written = textOf('saleOn')
  if (written === '') return undefined
  const day = writtenDay(written)
  if (day === undefined) return `“${maskCell(written)}” isn’t a date. Write it like 10/5/2026.`
  if (isInTheFuture(day, now)) return `${dayInWords(day)} is in the future. Please correct the date.`
  if (isTooLongAgo(day, now))
    return `${dayInWords(day)} is more than ${receiptLimits.saleMaxAgeYears} years ago. Please correct the date.`
  return undefined
}

/** A word, or the amount of the tax. */
function taxOf(text: string): boolean | undefined {
  if (/^(yes|y|true|taxed|charged)$/i.test(text)) return true
  if (/^(no|n|false|exempt|none|not charged)$/i.test(text)) return false
  const amount = text.replace(/[$,\s]/g, '')
  return /^\d+(\.\d+)?$/.test(amount) ? Number(amount) > 0 : undefined
}

type Columns = Partial<Record<Column, number>>

function cellOf(cells: readonly string[], columns: Columns, column: Column, length: number): string {
  const at = columns[column]
  const text = at === undefined ? '' : cleanLine((cells[at] ?? '').replaceAll('\0', ''))
  return [...text].slice(0, length).join('')
}

function saleOf({ line, cells }: CsvRecord, columns: Columns): ListedSale {
  const textOf = (column: Column, length: number) => cellOf(cells, columns, column, length)
  const wordsOf = (column: Column, length: number) => maskCell(textOf(column, length)).trim() || null
  return {
    line,
    reference: wordsOf('reference', coverageLimits.referenceLength),
    customer_name: wordsOf('customer', accountLimits.nameLength),
    // Not masked: an address may have many digits, and would be lost.
    email: EmailAddress.safeParse(textOf('email', accountLimits.emailLength)).data ?? null,
    sale_on: writtenDay(textOf('saleOn', 30).trim()) ?? null,
    is_taxed: taxOf(textOf('tax', 30).trim()) ?? null,
  }
}
