/** Imports of a business, and the account that owns what they bring. */
import type { ArchiveStatus } from '@exempta/contract/archive'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { NewRow, Row, RowChange } from '../../../platform/db/schema.ts'

export type ImportRow = Row<'archive_imports'>
export type ImportPosition = readonly [createdAt: string, id: string]

export type ImportOrigin = ImportRow['origin']

/** Locks the business, so that it gets each account only once. */
export async function lockArchive(
  tx: Transaction,
  businessId: string,
): Promise<Row<'business_archives'> | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`archive of ${businessId}`}, 0))`.execute(tx)
  return findArchive(tx, businessId)
}

export const findArchive = (
  tx: Transaction,
  businessId: string,
): Promise<Row<'business_archives'> | undefined> =>
  tx.selectFrom('business_archives').selectAll().where('business_id', '=', businessId).executeTakeFirst()

/** The account that owns what an import brings. */
export async function findOwner(tx: Transaction, importId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string | null }>`
    select case i.origin when 'email' then a.email_owner_id else a.owner_id end as id
    from archive_imports i join business_archives a on a.business_id = i.business_id
    where i.id = ${importId}`.execute(tx)
  return rows[0]?.id ?? undefined
}

export async function findOrigin(tx: Transaction, importId: string): Promise<ImportOrigin | undefined> {
  const row = await tx
    .selectFrom('archive_imports')
    .select('origin')
    .where('id', '=', importId)
    .executeTakeFirst()
  return row?.origin
}

export async function setEmailOwner(tx: Transaction, businessId: string, ownerId: string): Promise<void> {
  await tx
    .updateTable('business_archives')
    .set({ email_owner_id: ownerId })
    .where('business_id', '=', businessId)
    .execute()
}

export async function insertArchive(tx: Transaction, row: NewRow<'business_archives'>): Promise<void> {
  await tx.insertInto('business_archives').values(row).execute()
}

export async function insertImport(tx: Transaction, row: NewRow<'archive_imports'>): Promise<void> {
  await tx.insertInto('archive_imports').values(row).execute()
}

export async function countOpenImports(tx: Transaction, businessId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('archive_imports')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('business_id', '=', businessId)
    .where('origin', '=', 'business')
    .where('status', 'in', ['running', 'paused'])
    .executeTakeFirstOrThrow()
  return count
}

/** Counts of the files by where they are, and how fast pages were read in the last minutes. */
const shown = (tx: Transaction, since: Date) =>
  tx
    .selectFrom('archive_imports as i')
    .leftJoin('team_members as t', 't.user_id', 'i.created_by')
    .selectAll('i')
    .select('t.name as creator_name')
    .select(
      sql<Partial<Record<string, number>>>`(
        select coalesce(jsonb_object_agg(c.status, c.count), '{}') from (
          select f.status, count(*) as count from archive_files f where f.import_id = i.id group by 1) c)`.as(
        'counts',
      ),
    )
    .select(
      sql<number>`(select coalesce(sum(f.size_bytes), 0)::float8 from archive_files f where f.import_id = i.id)`.as(
        'bytes',
      ),
    )
    .select(
      sql<number>`(select coalesce(sum(f.pages), 0)::int from archive_files f where f.import_id = i.id)`.as(
        'pages',
      ),
    )
    .select(
      sql<{ pages: number; files: number; first: string | null }>`(
        select jsonb_build_object('pages', coalesce(sum(f.pages), 0), 'files', count(*), 'first', min(f.settled_at))
        from archive_files f where f.import_id = i.id and f.pages > 0 and f.settled_at > ${since})`.as(
        'lately',
      ),
    )

export type ShownImport = NonNullable<Awaited<ReturnType<typeof findImport>>>

/** Row-level security finds only imports of the member's own business. */
export const findImport = (tx: Transaction, id: string, since: Date) =>
  shown(tx, since).where('i.id', '=', id).executeTakeFirst()

export function importPage(
  tx: Transaction,
  before: ImportPosition | undefined,
  limit: number,
  since: Date,
): Promise<ShownImport[]> {
  let page = shown(tx, since)
    .where(sql<boolean>`i.business_id = (select exempta_business_id())`)
    .where('i.origin', '=', 'business')
  if (before) {
    page = page.where(sql<boolean>`(i.created_at, i.id) < (${before[0]}::timestamptz, ${before[1]}::uuid)`)
  }
  return page.orderBy('i.created_at', 'desc').orderBy('i.id', 'desc').limit(limit).execute()
}

export const lockImport = (tx: Transaction, id: string): Promise<ImportRow | undefined> =>
  tx.selectFrom('archive_imports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export async function updateImport(
  tx: Transaction,
  id: string,
  change: RowChange<'archive_imports'> & { status?: ArchiveStatus },
): Promise<void> {
  await tx.updateTable('archive_imports').set(change).where('id', '=', id).execute()
}

export async function listOpenImports(tx: Transaction): Promise<ImportRow[]> {
  return tx
    .selectFrom('archive_imports')
    .selectAll()
    .where('status', 'in', ['running', 'paused'])
    .orderBy('id')
    .execute()
}

/** Imports that a person started, for the copy of their data. */
export async function importsOf(
  tx: Transaction,
  personId: string,
  after: string | undefined,
  limit: number,
): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select i.id, i.status, i.created_at as "createdAt", b.name as business
    from archive_imports i join businesses b on b.id = i.business_id
    where i.created_by = ${personId} ${after ? sql`and i.id > ${after}::uuid` : sql``}
    order by i.id limit ${limit}`.execute(tx)
  return rows
}
