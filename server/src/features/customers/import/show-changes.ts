import type { CustomerImportDetails } from '@exempta/contract/customers/import'
import type { Transaction } from '../../../platform/db/database.ts'
import type { firstChanges } from '../queries/imports.ts'
import { listedByIds } from '../queries/listed.ts'
import { applyEntry, changedFields } from './apply-entry.ts'
import { asListed } from './check-piece.ts'

/** What lines of a list change, compared with the customers as they are now. */
export async function showChanges(
  tx: Transaction,
  lines: Awaited<ReturnType<typeof firstChanges>>,
): Promise<CustomerImportDetails['changes']> {
  const ids = lines.flatMap(({ customer_id }) => customer_id ?? [])
  const current = new Map((await listedByIds(tx, ids)).map((row) => [row.id, asListed(row)]))
  return lines.flatMap(({ line, entry, customer_id }) => {
    if (!entry) return []
    const before = current.get(customer_id ?? '')
    const applied = applyEntry(before, entry)
    if ('problem' in applied) return []
    const { number, name } = applied.customer
    const parent =
      entry.parent === undefined ? [] : [{ column: 'parent' as const, before: null, after: entry.parent }]
    return [
      { line, number, name, isNew: !before, fields: [...changedFields(before, applied.customer), ...parent] },
    ]
  })
}
