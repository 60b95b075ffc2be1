/** The blanks that this installation has learned, for whatever reads files. */
import type { Edition } from '@exempta/knowledge/schema'
import type { Transaction } from '../db/database.ts'

/** Each goes with every file that is read, so there are few. */
export async function listLearnedEditions(tx: Transaction): Promise<Edition[]> {
  const rows = await tx
    .selectFrom('learned_forms')
    .select(['form', 'revision', 'zones', 'fingerprint'])
    .where('learned_at', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.flatMap(({ form: code, revision, zones, fingerprint }) =>
    code ? [{ code, revision, zones, pages: fingerprint }] : [],
  )
}
