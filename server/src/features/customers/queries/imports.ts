/** Uploaded lists of customers, and their lines. */
import type { CustomerColumn, CustomerEntry, ImportProblem } from '@exempta/contract/customers/import'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { NewRow, Row, RowChange } from '../../../platform/db/schema.ts'

export type ImportRow = Row<'customer_imports'>
export type ImportPosition = readonly [createdAt: string, id: string]

export async function insertImport(tx: Transaction, row: NewRow<'customer_imports'>): Promise<void> {
  await tx.insertInto('customer_imports').values(row).execute()
}

export async function insertLines(
  tx: Transaction,
  { id, businessId }: { id: string; businessId: string },
  lines: readonly { line: number; cells: readonly string[] }[],
): Promise<void> {
  await sql`
    insert into customer_import_lines (import_id, business_id, line, cells)
    select ${id}::uuid, ${businessId}::uuid, r.line, r.cells
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as r (line integer, cells text[])`.execute(tx)
}

const withCreator = (tx: Transaction) =>
  tx
    .selectFrom('customer_imports as i')
    .leftJoin('team_members as t', 't.user_id', 'i.created_by')
    .selectAll('i')
    .select('t.name as creator_name')

export type ShownImport = NonNullable<Awaited<ReturnType<typeof findImport>>>

export const findImport = (tx: Transaction, id: string) =>
  withCreator(tx).where('i.id', '=', id).executeTakeFirst()

export const lockImport = (tx: Transaction, id: string): Promise<ImportRow | undefined> =>
  tx.selectFrom('customer_imports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export function importPage(
  tx: Transaction,
  before: ImportPosition | undefined,
  limit: number,
): Promise<ShownImport[]> {
  let page = withCreator(tx).where(sql<boolean>`i.business_id = (select exempta_business_id())`)
  if (before) {
    page = page.where(sql<boolean>`(i.created_at, i.id) < (${before[0]}::timestamptz, ${before[1]}::uuid)`)
  }
  return page.orderBy('i.created_at', 'desc').orderBy('i.id', 'desc').limit(limit).execute()
}

export async function updateImport(
  tx: Transaction,
  id: string,
  change: RowChange<'customer_imports'>,
): Promise<void> {
  await tx.updateTable('customer_imports').set(change).where('id', '=', id).execute()
}

/** Foreign keys delete its lines. */
export async function deleteImport(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('customer_imports').where('id', '=', id).execute()
}

export async function deleteImportsBefore(tx: Transaction, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from customer_imports where id in (
      select id from customer_imports where updated_at < ${before} limit ${limit})`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

export interface UncheckedLine {
  line: number
  cells: string[]
}

export const linesAfter = (
  tx: Transaction,
  id: string,
  after: number,
  limit: number,
): Promise<UncheckedLine[]> =>
  tx
    .selectFrom('customer_import_lines')
    .select(['line', 'cells'])
    .where('import_id', '=', id)
    .where('line', '>', after)
    .orderBy('line')
    .limit(limit)
    .execute()

export interface LineResult {
  line: number
  outcome: 'created' | 'updated' | 'unchanged' | 'bad'
  entry: CustomerEntry | null
  key: string | null
  parent_key: string | null
  problem: ImportProblem | null
  problem_column: CustomerColumn | null
  customer_id: string | null
  customer_version: number | null
}

export async function saveResults(
  tx: Transaction,
  id: string,
  results: readonly LineResult[],
): Promise<void> {
  if (results.length === 0) return
  await sql`
    update customer_import_lines l set outcome = r.outcome, entry = coalesce(r.entry, 'null'), key = r.key,
      parent_key = r.parent_key, problem = r.problem, problem_column = r.problem_column,
      customer_id = r.customer_id, customer_version = r.customer_version
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as r (line integer, outcome text, entry jsonb, key text,
      parent_key text, problem text, problem_column text, customer_id uuid, customer_version integer)
    where l.import_id = ${id}::uuid and l.line = r.line`.execute(tx)
}

/** Which of these customers earlier lines of the list are about. */
export async function keysBefore(
  tx: Transaction,
  id: string,
  keys: readonly string[],
  line: number,
): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await tx
    .selectFrom('customer_import_lines')
    .select((row) => row.ref('key').$notNull().as('key'))
    .where('import_id', '=', id)
    .where('line', '<', line)
    .where(sql<boolean>`key = any(${[...keys]}::text[])`)
    .execute()
  return new Set(rows.map(({ key }) => key))
}

/** Good lines about these customers. */
export const linesAbout = (tx: Transaction, id: string, keys: readonly string[]) =>
  tx
    .selectFrom('customer_import_lines')
    .select(['line', 'parent_key', 'customer_id'])
    .select((row) => row.ref('key').$notNull().as('key'))
    .where('import_id', '=', id)
    .where('outcome', '<>', 'bad')
    .where(sql<boolean>`key = any(${[...keys]}::text[])`)
    .execute()

export type CheckedRow = Awaited<ReturnType<typeof linesToImport>>[number]

/** Lines that an import applies, or with `withParents` those that name a parent. */
export const linesToImport = (
  tx: Transaction,
  id: string,
  { after, limit, withParents }: { after: number; limit: number; withParents: boolean },
) =>
  tx
    .selectFrom('customer_import_lines')
    .select(['line', 'outcome', 'entry', 'key', 'parent_key', 'customer_id', 'customer_version'])
    .where('import_id', '=', id)
    .where('line', '>', after)
    .where('outcome', 'in', ['created', 'updated', 'unchanged'])
    .$if(withParents, (query) => query.where('parent_key', 'is not', null))
    .orderBy('line')
    .limit(limit)
    .execute()

export async function markBad(
  tx: Transaction,
  id: string,
  bad: readonly { line: number; problem: ImportProblem; problem_column: CustomerColumn | null }[],
): Promise<void> {
  if (bad.length === 0) return
  await sql`
    update customer_import_lines l set outcome = 'bad', problem = r.problem, problem_column = r.problem_column
    from jsonb_to_recordset(${JSON.stringify(bad)}::jsonb) as r (line integer, problem text, problem_column text)
    where l.import_id = ${id}::uuid and l.line = r.line`.execute(tx)
}

export async function countOutcomes(
  tx: Transaction,
  id: string,
): Promise<Record<LineResult['outcome'], number>> {
  const rows = await tx
    .selectFrom('customer_import_lines')
    .select(['outcome', ({ fn }) => fn.countAll<number>().as('count')])
    .where('import_id', '=', id)
    .where('outcome', 'is not', null)
    .groupBy('outcome')
    .execute()
  const counts = { created: 0, updated: 0, unchanged: 0, bad: 0 }
  for (const { outcome, count } of rows) counts[outcome as LineResult['outcome']] = Number(count)
  return counts
}

export const badLinesAfter = (tx: Transaction, id: string, after: number, limit: number) =>
  tx
    .selectFrom('customer_import_lines')
    .select(['line', 'cells', 'problem', 'problem_column'])
    .where('import_id', '=', id)
    .where('outcome', '=', 'bad')
    .where('line', '>', after)
    .orderBy('line')
    .limit(limit)
    .execute()

/** The first customers that the list creates or changes. */
export const firstChanges = (tx: Transaction, id: string, limit: number) =>
  tx
    .selectFrom('customer_import_lines')
    .select(['line', 'outcome', 'entry', 'customer_id'])
    .where('import_id', '=', id)
    .where('outcome', 'in', ['created', 'updated'])
    .orderBy('line')
    .limit(limit)
    .execute()
