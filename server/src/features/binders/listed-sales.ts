/** Reads a list of sales: which column is which, what is wrong with a line, and what it says. */

import { accountLimits } from '@exempta/contract/accounts/limits'
import { coverageLimits } from '@exempta/contract/coverage/limits'
import { EmailAddress } from '@exempta/contract/people'
import { stateNames } from '@exempta/contract/states'
import { cleanLine } from '@exempta/contract/text'
import { dayInWords } from '@exempta/knowledge/dates'
import { AppError } from '../../platform/app-error.ts'
import type { CsvRecord } from '../../platform/csv/read-csv.ts'
import type { ReceivedList } from '../../platform/csv/receive-list.ts'
import { maskCell } from '../../platform/mask-text.ts'
import { writtenDay } from '../../platform/written-day.ts'
import { isInTheFuture, isTooLongAgo, receiptLimits } from '../coverage/index.ts'
import type { ListedSale } from './queries/sales.ts'

export const wrong = (path: string, message: string) =>
  new AppError('invalid-input', { fields: [{ path, message }] })

const batchSize = 1000
const customerNumberLength = 60

/** What headings begin with or contain, in the order in which columns are looked for. */
const headings = {
  email: /e-?mail/i,
  saleOn: /date|^day$/i,
  tax: /\btax(ed|es)?\b/i,
  customerNumber: /(customer|client|account|cust\.?)\W*(number|no\b|num\b|#|id\b|code)/i,
  state: /\bstate\b/i,
  amount: /amount|total|subtotal|price|^sales?$/i,
  reference: /invoice|order|reference|document|transaction|number|^no\.?$|^#$|^id$/i,
  customer: /customer|name|company|buyer|purchaser|organization/i,
} as const
type Column = keyof typeof headings

export function findColumns(cells: readonly string[]): Columns {
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

export async function storeRows(
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
export async function refuseWrongLines(
  list: ReceivedList,
  problemIn: (record: CsvRecord) => string | undefined,
): Promise<void> {
  const problems: string[] = []
  let more = 0
  for await (const record of list.rows()) {
    const problem = problemIn(record)
    if (!problem) continue
    if (problems.length < problemsMost) problems.push(`Line ${record.line}: ${problem}`)
    else more += 1
  }
  if (problems.length === 0) return
  if (more > 0) problems.push(`${more.toLocaleString('en-US')} more lines have problems like these.`)
  throw new AppError('invalid-input', { fields: problems.map((message) => ({ path: 'file', message })) })
}

/** A date can be missing, because a receipt with the same number may have it. One that is wrong can't be right. */
export function problemOf(record: CsvRecord, columns: Columns, now: Date): string | undefined {
  if (cellOf(record.cells, columns, 'reference', 30).trim() === '') return 'the invoice number is missing.'
  return valueProblem(record, columns, now)
}

/** The same for a list that needs what an estimate needs, and no invoice numbers. */
export function gapProblemOf(record: CsvRecord, columns: Columns, now: Date): string | undefined {
  const textOf = (column: Column) => cellOf(record.cells, columns, column, 60).trim()
  if (textOf('customerNumber') === '' && textOf('customer') === '') return 'the customer is missing.'
  if (stateOf(textOf('state')) === undefined)
    return `“${maskCell(textOf('state'))}” isn’t a state. Write it like TX or Texas.`
  if (amountOf(textOf('amount')) === undefined)
    return `“${maskCell(textOf('amount'))}” isn’t an amount. Write it like 1250.00.`
  if (textOf('tax') === '') return 'it doesn’t say whether tax was charged. Write Yes, No or an amount.'
  return valueProblem(record, columns, now)
}

function valueProblem({ cells }: CsvRecord, columns: Columns, now: Date): string | undefined {
  const textOf = (column: Column) => cellOf(cells, columns, column, 30).trim()
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

const statesByName = new Map(Object.entries(stateNames).map(([code, name]) => [name.toLowerCase(), code]))

export function stateOf(text: string): string | undefined {
  const code = text.toUpperCase()
  return code in stateNames ? code : statesByName.get(text.toLowerCase())
}

const centsMax = 1e12

/** In cents. Credits are written with a minus or in parentheses. */
function amountOf(text: string): number | undefined {
  const [, open, minus, digits] =
    /^(\()?(-)?\$?(?=\d|\.\d)([\d,]*(?:\.\d{1,2})?)\)?$/.exec(text.replace(/\s/g, '')) ?? []
  if (digits === undefined) return undefined
  const cents = Math.round(Number(digits.replaceAll(',', '')) * 100)
  if (!Number.isFinite(cents) || cents > centsMax) return undefined
  return open || minus ? -cents : cents
}

export type Columns = Partial<Record<Column, number>>

export function cellOf(cells: readonly string[], columns: Columns, column: Column, length: number): string {
  const at = columns[column]
  const text = at === undefined ? '' : cleanLine((cells[at] ?? '').replaceAll('\0', ''))
  return [...text].slice(0, length).join('')
}

export function saleOf({ line, cells }: CsvRecord, columns: Columns): ListedSale {
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
    customer_number: wordsOf('customerNumber', customerNumberLength),
    amount_cents: amountOf(textOf('amount', 30).trim()) ?? null,
  }
}
