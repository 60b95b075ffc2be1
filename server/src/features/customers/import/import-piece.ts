/** Creates and changes the customers of a piece of a list. */
import { recordAudits } from '../../../platform/audit/record-audit.ts'
import { systemCall } from '../../../platform/call.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { renewRecords } from '../matching.ts'
import { type CheckedRow, type ImportRow, markBad } from '../queries/imports.ts'
import { insertListed, lockListed, type SavedCustomer, updateListed } from '../queries/listed.ts'
import { applyEntry } from './apply-entry.ts'
import { asListed } from './check-piece.ts'

/** What someone changed since the preview isn't overwritten: such a line is to be checked again. */
export async function importPiece(
  tx: Transaction,
  list: Pick<ImportRow, 'id' | 'business_id'>,
  rows: readonly CheckedRow[],
  at: Date,
): Promise<void> {
  const created = rows.filter(({ outcome }) => outcome === 'created')
  const updated = rows.filter(({ outcome }) => outcome === 'updated')
  const lineOf = new Map<string, number>()
  const named = (id: string, { line }: CheckedRow) => {
    lineOf.set(id, line)
    return id
  }

  const toCreate = created.flatMap((row): SavedCustomer[] => {
    const applied = row.entry && applyEntry(undefined, row.entry)
    return applied && 'customer' in applied && row.customer_id
      ? [{ id: named(row.customer_id, row), customer: applied.customer }]
      : []
  })
  const taken = await insertListed(tx, list.business_id, toCreate, at)
  const saved = toCreate.filter(({ id }) => taken.has(id))

  const current = new Map(
    (
      await lockListed(
        tx,
        updated.flatMap(({ customer_id }) => customer_id ?? []),
      )
    ).map((row) => [row.id, row]),
  )
  const toUpdate = updated.flatMap((row): SavedCustomer[] => {
    const now = current.get(row.customer_id ?? '')
    if (!now || now.version !== row.customer_version || !row.entry) return []
    const applied = applyEntry(asListed(now), row.entry)
    return 'customer' in applied ? [{ id: named(now.id, row), customer: applied.customer }] : []
  })
  await updateListed(tx, toUpdate, at)
  const changed = [...saved, ...toUpdate]
  await renewRecords(tx, list.business_id, { made: saved, changed: toUpdate }, at)
  const details = { business: list.business_id, import: list.id }
  await recordAudits(
    tx,
    systemCall,
    changed.map(({ id }) => ({ at, action: 'customer.import', target: { kind: 'customer', id }, details })),
  )

  const done = new Set(changed.map(({ id }) => lineOf.get(id)))
  const left = [...created, ...updated].filter(({ line }) => !done.has(line))
  await markBad(
    tx,
    list.id,
    left.map(({ line }) => ({ line, problem: 'changed-meanwhile', problem_column: null })),
  )
}
