/** What one line of a list says about a customer. Nothing is repaired silently: a wrong line is shown with its problem. */
import { accountLimits } from '@exempta/contract/accounts/limits'
import type {
  CustomerColumn,
  CustomerEntry,
  CustomerMapping,
  ImportProblem,
} from '@exempta/contract/customers/import'
import { customerLimits } from '@exempta/contract/customers/limits'
import { EmailAddress } from '@exempta/contract/people'
import { cleanLine, cleanLines } from '@exempta/contract/text'
import { states } from '@exempta/knowledge/states'

export interface LineProblem {
  kind: ImportProblem
  column: CustomerColumn | null
}

export type CheckedLine = { entry: CustomerEntry } | { problem: LineProblem }

export const wrong = (
  kind: ImportProblem,
  column: CustomerColumn | null = null,
): { problem: LineProblem } => ({
  problem: { kind, column },
})

const longest: Record<Exclude<CustomerColumn, 'inactive' | 'otherNames' | 'tags'>, number> = {
  number: customerLimits.numberLength,
  name: customerLimits.nameLength,
  contactName: customerLimits.nameLength,
  email: accountLimits.emailLength,
  phone: customerLimits.phoneLength,
  street: customerLimits.streetLength,
  city: customerLimits.cityLength,
  state: customerLimits.cityLength,
  postalCode: customerLimits.postalCodeLength,
  parent: customerLimits.numberLength,
  note: customerLimits.noteLength,
}

/** Cells arrive with secrets masked. Several numbers that are masked would become one, so these are refused. */
const masked = '•'
const exact: ReadonlySet<CustomerColumn> = new Set(['number', 'parent', 'email', 'phone', 'postalCode'])
const formula = /^[=@＝＠]/
/** Our own files put an apostrophe before what a spreadsheet would execute. */
const escaped = /^'(?=[=+\-@＝＋－＠])/

export function checkLine(cells: readonly string[], mapping: CustomerMapping): CheckedLine {
  const given = new Map<CustomerColumn, string>()
  for (const [column, at] of Object.entries(mapping) as [CustomerColumn, number | null][]) {
    const untrusted = at === null ? '' : (cells[at] ?? '')
    if (untrusted === '') continue
    if (untrusted.includes('\0') || !untrusted.isWellFormed()) return wrong('unreadable', column)
    const text = column === 'note' ? cleanLines(untrusted) : cleanLine(untrusted)
    if (text === '') continue
    const value = text.replace(escaped, '')
    if (formula.test(value)) return wrong('formula', column)
    if (exact.has(column) && value.includes(masked)) return wrong('secret', column)
    const longestHere = longest[column as keyof typeof longest]
    if (longestHere !== undefined && value.length > longestHere) return wrong('too-long', column)
    given.set(column, value)
  }
  return entryOf(given)
}

function entryOf(given: ReadonlyMap<CustomerColumn, string>): CheckedLine {
  const email = given.get('email')
  const address = email === undefined ? undefined : EmailAddress.safeParse(email).data
  if (email !== undefined && address === undefined) return wrong('wrong-email', 'email')
  const stateText = given.get('state')
  const state = stateText === undefined ? undefined : stateOf(stateText)
  if (stateText !== undefined && state === undefined) return wrong('unknown-state', 'state')
  const inactiveText = given.get('inactive')
  const isInactive = inactiveText === undefined ? undefined : yesOrNo(inactiveText)
  if (inactiveText !== undefined && isInactive === undefined) return wrong('not-yes-or-no', 'inactive')
  const otherNames = valuesOf(
    given.get('otherNames'),
    'otherNames',
    customerLimits.otherNames,
    customerLimits.nameLength,
  )
  if (otherNames && 'problem' in otherNames) return otherNames
  const tags = valuesOf(given.get('tags'), 'tags', customerLimits.tags, customerLimits.tagLength)
  if (tags && 'problem' in tags) return tags
  const contact = present({ name: given.get('contactName'), email: address, phone: given.get('phone') })
  const place = present({
    street: given.get('street'),
    city: given.get('city'),
    state,
    postalCode: given.get('postalCode'),
  })
  return {
    entry: present({
      number: given.get('number'),
      name: given.get('name'),
      otherNames: otherNames?.values,
      contact: isEmpty(contact) ? undefined : contact,
      address: isEmpty(place) ? undefined : place,
      parent: given.get('parent'),
      tags: tags?.values,
      note: given.get('note'),
      isInactive,
    }),
  }
}

type Present<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> }
const present = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Present<T>
const isEmpty = (values: object) => Object.keys(values).length === 0

/** Several values in one cell, each once. */
function valuesOf(text: string | undefined, column: CustomerColumn, most: number, length: number) {
  if (text === undefined) return undefined
  const parts = text.split(/[;|]/).map((part) => part.trim())
  const values = [...new Map(parts.filter(Boolean).map((part) => [part.toLowerCase(), part])).values()]
  if (values.length > most) return wrong('too-many', column)
  return values.some((value) => value.length > length) ? wrong('too-long', column) : { values }
}

const codesByName = new Map([...states.values()].map(({ code, name }) => [name.toLowerCase(), code]))

function stateOf(text: string): string | undefined {
  const code = text.toUpperCase()
  return states.has(code) ? code : codesByName.get(text.toLowerCase())
}

function yesOrNo(text: string): boolean | undefined {
  if (/^(yes|y|true|x|1|inactive)$/i.test(text)) return true
  return /^(no|n|false|0|active)$/i.test(text) ? false : undefined
}
