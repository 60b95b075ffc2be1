/** Finds out what importing a piece of a list would do. */
import type { CustomerEntry } from '@exempta/contract/customers/import'
import type { Transaction } from '../../../platform/db/database.ts'
import { timeOrderedId } from '../../../platform/identifiers.ts'
import {
  type ImportRow,
  keysBefore,
  type LineResult,
  saveResults,
  type UncheckedLine,
} from '../queries/imports.ts'
import { findNumbered, findUnnumbered, type ListedRow } from '../queries/listed.ts'
import { applyEntry, changedFields, type ListedCustomer } from './apply-entry.ts'
import { type CheckedLine, checkLine, type LineProblem, wrong } from './check-line.ts'

export const asListed = (row: ListedRow): ListedCustomer => ({
  number: row.number,
  name: row.name,
  otherNames: row.other_names,
  contacts: row.contacts,
  addresses: row.addresses,
  tags: row.tags,
  note: row.note,
  isInactive: row.inactive_at !== null,
})

/** How the lines of a list name a customer: by number or, without one, by name. */
const numberKey = (number: string) => `#${number.toLowerCase()}`
const keyOf = ({ number, name }: CustomerEntry) =>
  number !== undefined ? numberKey(number) : name !== undefined ? `=${name}` : undefined

export async function checkPiece(
  tx: Transaction,
  list: Pick<ImportRow, 'id' | 'business_id' | 'mapping'>,
  lines: readonly UncheckedLine[],
  at: Date,
): Promise<void> {
  const checked = lines.map(({ line, cells }) => ({ line, checked: checkLine(cells, list.mapping) }))
  const entries = checked.flatMap(({ checked }) => ('entry' in checked ? [checked.entry] : []))
  const keys = entries.map(keyOf).filter((key) => key !== undefined)
  const after = (sign: string) => keys.filter((key) => key.startsWith(sign)).map((key) => key.slice(1))
  const first = lines[0]?.line ?? 0
  const known: Known = {
    seen: await keysBefore(tx, list.id, keys, first),
    numbered: await findNumbered(tx, list.business_id, after('#')),
    unnumbered: await findUnnumbered(tx, list.business_id, after('=')),
  }
  await saveResults(
    tx,
    list.id,
    checked.map(({ line, checked }) => ({ line, ...resultOf(checked, known, at) })),
  )
}

interface Known {
  /** What earlier lines are about. */
  seen: Set<string>
  numbered: ReadonlyMap<string, ListedRow>
  unnumbered: ReadonlyMap<string, readonly ListedRow[]>
}

type Result = Omit<LineResult, 'line'>

function resultOf(checked: CheckedLine, { seen, numbered, unnumbered }: Known, at: Date): Result {
  if ('problem' in checked) return badResult(checked.problem)
  const { entry } = checked
  const key = keyOf(entry)
  if (key === undefined) return badResult(wrong('no-name').problem)
  const column = entry.number === undefined ? 'name' : 'number'
  if (seen.has(key)) return badResult(wrong('twice', column).problem)
  const found =
    entry.number === undefined ? (unnumbered.get(key.slice(1)) ?? []) : [numbered.get(key.slice(1))]
  if (found.length > 1) return badResult(wrong('ambiguous').problem)
  const row = found[0]
  if (row?.merged_into) return badResult(wrong('merged', 'number').problem)
  const current = row && asListed(row)
  const applied = applyEntry(current, entry)
  if ('problem' in applied) return badResult(applied.problem)
  seen.add(key)
  const isChanged = !current || changedFields(current, applied.customer).length > 0
  return {
    outcome: !row ? 'created' : isChanged ? 'updated' : 'unchanged',
    entry,
    key,
    parent_key: entry.parent === undefined ? null : numberKey(entry.parent),
    problem: null,
    problem_column: null,
    // A new customer has its id from here on, so that other lines can name it as their parent.
    customer_id: row?.id ?? timeOrderedId(at),
    customer_version: row?.version ?? null,
  }
}

const badResult = ({ kind, column }: LineProblem): Result => ({
  outcome: 'bad',
  entry: null,
  key: null,
  parent_key: null,
  problem: kind,
  problem_column: column,
  customer_id: null,
  customer_version: null,
})
