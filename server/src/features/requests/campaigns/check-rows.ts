/** Which column of a list is what, and which of its lines can be sent. */

import { accountLimits } from '@exempta/contract/accounts/limits'
import { dayMs } from '@exempta/contract/durations'
import { EmailAddress } from '@exempta/contract/people'
import {
  type CampaignColumn,
  CampaignMapping,
  type CampaignProblem,
  campaignColumns,
} from '@exempta/contract/requests/campaigns'
import { requestLimits } from '@exempta/contract/requests/limits'
import { cleanLine } from '@exempta/contract/text'
import { rules } from '@exempta/knowledge/rules'
import { states } from '@exempta/knowledge/states'
import { AppError } from '../../../platform/app-error.ts'
import { maskCell } from '../../../platform/mask-text.ts'
import { writtenDay } from '../../../platform/written-day.ts'
import { limits } from '../limits.ts'

/** What headings begin with or contain, in the order in which columns are looked for. */
const headings: Record<CampaignColumn, RegExp> = {
  email: /e-?mail/i,
  state: /^(ship.?to.?)?(state|province|st)\b/i,
  saleOn: /(sale|invoice|order|purchase).*date|^date/i,
  customerReference: /(customer|account|client|cust).*(no|num|id|code|ref|#)|^(id|account|reference)$/i,
  customerName: /name|company|customer|business|organization/i,
}

export function guessMapping(columns: readonly string[]): CampaignMapping {
  const taken = new Set<number>()
  const found = Object.entries(headings).map(([column, pattern]) => {
    const at = columns.findIndex((heading, index) => !taken.has(index) && pattern.test(heading))
    if (at >= 0) taken.add(at)
    return [column, at < 0 ? null : at]
  })
  return CampaignMapping.parse(Object.fromEntries(found))
}

export function readMapping(json: string, columns: readonly string[]): CampaignMapping {
  let given: unknown
  try {
    given = JSON.parse(json)
  } catch {
    given = undefined
  }
  const mapping = CampaignMapping.safeParse(given).data
  const isIn = (at: number | null) => at === null || at < columns.length
  if (!mapping || !Object.values(mapping).every(isIn)) {
    throw new AppError('invalid-input', {
      fields: [{ path: 'mapping', message: 'Please choose columns of the file' }],
    })
  }
  return mapping
}

export interface GoodRow {
  line: number
  email: string
  customer_name: string | null
  customer_ref: string | null
  state: string | null
  sale_on: string | null
  due_on: string | null
}
export interface BadRow {
  line: number
  kind: CampaignProblem
  value: string | null
}

const formula = /^[=@＝＠]|^[+\-＋－](?![\d.])/
const valueLength = 200
const longest: Partial<Record<CampaignColumn, number>> = {
  customerName: accountLimits.nameLength,
  customerReference: requestLimits.customerReferenceLength,
}

/** Nothing is repaired silently: a line that is not right is shown with what is wrong. */
export function checkRow(
  { line, cells }: { line: number; cells: readonly string[] },
  mapping: CampaignMapping,
): GoodRow | BadRow {
  const bad = (kind: CampaignProblem, value: string | null = null): BadRow => ({
    line,
    kind,
    // A card number in the wrong column must not be kept.
    value: value === null ? null : maskCell([...value].slice(0, valueLength).join('')),
  })
  const cellOf = (column: CampaignColumn) => {
    const at = mapping[column]
    return at === null ? '' : cleanLine((cells[at] ?? '').replaceAll('\0', ''))
  }
  const columns = Object.keys(campaignColumns) as CampaignColumn[]
  const given = Object.fromEntries(columns.map((column) => [column, cellOf(column)])) as Record<
    CampaignColumn,
    string
  >
  for (const column of columns) if (formula.test(given[column])) return bad('formula', given[column])
  for (const column of columns) {
    if (given[column].length > (longest[column] ?? accountLimits.emailLength))
      return bad('too-long', given[column])
  }
  if (given.email === '') return bad('no-address', given.customerName || null)
  const email = EmailAddress.safeParse(given.email).data
  if (!email) return bad('bad-address', given.email)
  const state = given.state === '' ? null : stateOf(given.state)
  if (state === undefined) return bad('unknown-state', given.state)
  const saleOn = given.saleOn === '' ? null : writtenDay(given.saleOn)
  if (saleOn === undefined) return bad('bad-date', given.saleOn)
  return {
    line,
    email,
    customer_name: maskCell(given.customerName) || null,
    customer_ref: maskCell(given.customerReference) || null,
    state,
    sale_on: saleOn,
    due_on: dueOn(state, saleOn),
  }
}

const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

const codes = new Map([...states.values()].map(({ code, name }) => [name.toLowerCase(), code]))

function stateOf(text: string): string | undefined {
  const code = text.toUpperCase()
  return states.has(code) ? code : codes.get(text.toLowerCase())
}

const obtainDays = new Map(
  rules.flatMap((rule) =>
    rule.about === 'obtain' ? (rule.states ?? []).map((state) => [state, rule.days] as const) : [],
  ),
)

/** When the seller must have the certificate, by the state's own rule; null where we know none. */
export function dueOn(state: string | null, saleOn: string | null): string | null {
  const days = state === null ? undefined : obtainDays.get(state)
  return saleOn === null || days === undefined ? null : addDays(saleOn, days)
}

/** The next day on which to remind, later than today; null after the due date, or without one. */
export function nextReminder(due: string | null, today: string): string | null {
  if (due === null) return null
  return limits.campaignReminderDays.map((days) => addDays(due, -days)).find((day) => day > today) ?? null
}
