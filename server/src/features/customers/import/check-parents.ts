/** Finds the parents that the lines of a list name, and those that can't be. */
import { customerLimits } from '@exempta/contract/customers/limits'
import type { Transaction } from '../../../platform/db/database.ts'
import { type CheckedRow, type ImportRow, linesAbout, markBad } from '../queries/imports.ts'
import { findNumbered, parentsAbove, setParents } from '../queries/listed.ts'
import { findLoops } from './parents.ts'

type BadParent = Parameters<typeof markBad>[2][number]
type List = Pick<ImportRow, 'id' | 'business_id'>

/**
 * Marks lines whose parent doesn't exist or would be below its own customer. `isPreview`: the parents of other lines
 * count as if they were set.
 */
async function findParents(tx: Transaction, list: List, rows: readonly CheckedRow[], isPreview: boolean) {
  const nodes = new Map<string, string>()
  const parentOf = new Map<string, string>()
  let keys = rows.flatMap(({ parent_key }) => (parent_key === null ? [] : [parent_key]))
  for (let above = 0; keys.length > 0 && above <= customerLimits.parentDepth; above++) {
    const lines = await linesAbout(tx, list.id, keys)
    for (const { key, customer_id } of lines) if (customer_id) nodes.set(key, customer_id)
    const others = keys.filter((key) => !nodes.has(key)).map((key) => key.slice(1))
    const existing = await findNumbered(tx, list.business_id, others)
    for (const [number, { id, merged_into }] of existing) if (!merged_into) nodes.set(`#${number}`, id)
    const changing = new Set(
      isPreview ? lines.flatMap((line) => (line.parent_key ? [line.customer_id] : [])) : [],
    )
    const ids = keys.flatMap((key) => nodes.get(key) ?? [])
    for (const { id, parent_id } of await parentsAbove(tx, ids, customerLimits.parentDepth)) {
      if (!changing.has(id) && !parentOf.has(id)) parentOf.set(id, parent_id)
    }
    keys = []
    for (const line of isPreview ? lines : []) {
      if (line.parent_key === null || line.customer_id === null) continue
      // The sign keeps it apart from ids until it's known which customer it is.
      parentOf.set(line.customer_id, line.parent_key)
      if (!nodes.has(line.parent_key)) keys.push(line.parent_key)
    }
  }
  for (const [node, parent] of parentOf) parentOf.set(node, nodes.get(parent) ?? parent)
  const known = rows.flatMap((row) => {
    const parent = nodes.get(row.parent_key ?? '')
    return parent === undefined || row.customer_id === null ? [] : [{ row, node: row.customer_id, parent }]
  })
  const loops = findLoops(
    parentOf,
    known.map(({ node, parent }) => [node, parent] as const),
  )
  const found = new Set(known.map(({ row }) => row.line))
  await markBad(
    tx,
    list.id,
    rows.flatMap((row): BadParent[] => {
      const { line } = row
      if (!found.has(line)) return [{ line, problem: 'unknown-parent', problem_column: 'parent' }]
      return loops.has(row.customer_id ?? '') ? [{ line, problem: 'parent-loop', problem_column: null }] : []
    }),
  )
  return known.filter(({ node }) => !loops.has(node))
}

export async function checkParents(tx: Transaction, list: List, rows: readonly CheckedRow[]): Promise<void> {
  await findParents(tx, list, rows, true)
}

/** The rules are those of the preview, but the customers are there now, and someone may have changed them. */
export async function applyParents(
  tx: Transaction,
  list: List,
  rows: readonly CheckedRow[],
  at: Date,
): Promise<void> {
  const good = await findParents(tx, list, rows, false)
  await setParents(
    tx,
    good.map(({ node, parent }) => ({ id: node, parent_id: parent })),
    at,
  )
}
