/** The files of an import, from their first piece to the list they end in. */
import type { ArchiveFileInput, ArchiveList, ArchiveQuestion } from '@exempta/contract/archive'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Row, RowChange } from '../../../platform/db/schema.ts'

export type FileRow = Row<'archive_files'>

interface NewFile extends ArchiveFileInput {
  id: string
  status: 'arriving' | 'refused'
  text: string | null
}

/** Files that were named before keep what has arrived. */
export async function addFiles(
  tx: Transaction,
  { importId, businessId }: { importId: string; businessId: string },
  files: readonly NewFile[],
  at: Date,
): Promise<FileRow[]> {
  await sql`
    insert into archive_files (id, import_id, business_id, path, size_bytes, modified_at, status, text, created_at)
    select n.id, ${importId}::uuid, ${businessId}::uuid, n.path, n."sizeBytes", n."modifiedAt", n.status, n.text,
      ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(files)}::jsonb)
      as n (id uuid, path text, "sizeBytes" bigint, "modifiedAt" timestamptz, status text, text text)
    on conflict (import_id, path, size_bytes, modified_at) do nothing`.execute(tx)
  const { rows } = await sql<FileRow>`
    select f.* from rows from (jsonb_to_recordset(${JSON.stringify(files)}::jsonb)
        as (path text, "sizeBytes" bigint, "modifiedAt" timestamptz))
        with ordinality as n (path, "sizeBytes", "modifiedAt", at)
      join archive_files f on f.import_id = ${importId} and f.path = n.path and f.size_bytes = n."sizeBytes"
        and f.modified_at = n."modifiedAt"
    order by n.at`.execute(tx)
  return rows
}

/** Files that are here as a whole and wait for their turn. */
export async function addWholeFiles(
  tx: Transaction,
  { importId, businessId }: { importId: string; businessId: string },
  files: readonly { id: string; path: string; sizeBytes: number }[],
  at: Date,
): Promise<void> {
  const common = { import_id: importId, business_id: businessId, status: 'waiting' } as const
  const rows = files.map(({ id, path, sizeBytes }) => ({
    id,
    path,
    size_bytes: sizeBytes,
    received_bytes: sizeBytes,
    modified_at: at,
    created_at: at,
    ...common,
  }))
  if (rows.length > 0) await tx.insertInto('archive_files').values(rows).execute()
}

/** Without a ZIP that is being unpacked and what came out of it so far, if one is named. */
export function totalsOf(
  tx: Transaction,
  importId: string,
  zipPath?: string,
): Promise<{ files: number; bytes: number }> {
  let files = tx.selectFrom('archive_files').where('import_id', '=', importId)
  if (zipPath) {
    files = files.where('path', '<>', zipPath).where(sql<boolean>`not starts_with(path, ${`${zipPath}/`})`)
  }
  return files
    .select(({ fn }) => [
      fn.countAll<number>().as('files'),
      sql<number>`coalesce(sum(size_bytes), 0)::float8`.as('bytes'),
    ])
    .executeTakeFirstOrThrow()
}

/** Row-level security finds only files of the member's own business. */
export const findFile = (tx: Transaction, id: string): Promise<FileRow | undefined> =>
  tx.selectFrom('archive_files').selectAll().where('id', '=', id).executeTakeFirst()

export const lockFile = (tx: Transaction, id: string): Promise<FileRow | undefined> =>
  tx.selectFrom('archive_files').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const findFileOf = (tx: Transaction, documentId: string): Promise<FileRow | undefined> =>
  tx
    .selectFrom('archive_files')
    .selectAll()
    .where('document_id', '=', documentId)
    .where('status', '<>', 'duplicate')
    .executeTakeFirst()

export async function updateFile(
  tx: Transaction,
  id: string,
  change: RowChange<'archive_files'> & { question?: ArchiveQuestion | null },
): Promise<void> {
  await tx.updateTable('archive_files').set(change).where('id', '=', id).execute()
}

/** Returns undefined when another piece was received since. */
export const addReceived = (
  tx: Transaction,
  { id, at, bytes, status }: { id: string; at: number; bytes: number; status: FileRow['status'] },
): Promise<FileRow | undefined> =>
  tx
    .updateTable('archive_files')
    .set({ received_bytes: at + bytes, status })
    .where('id', '=', id)
    .where('status', '=', 'arriving')
    .where('received_bytes', '=', at)
    .returningAll()
    .executeTakeFirst()

/** The next files to read, in the order in which they were named. */
export const listWaiting = (tx: Transaction, importId: string, limit: number): Promise<FileRow[]> =>
  tx
    .selectFrom('archive_files')
    .selectAll()
    .where('import_id', '=', importId)
    .where('status', '=', 'waiting')
    .orderBy('id')
    .limit(limit)
    .execute()

export const listArriving = (tx: Transaction, importId: string): Promise<FileRow[]> =>
  tx
    .selectFrom('archive_files')
    .selectAll()
    .where('import_id', '=', importId)
    .where('status', '=', 'arriving')
    .execute()

export async function countIn(
  tx: Transaction,
  importId: string,
  statuses: readonly FileRow['status'][],
): Promise<number> {
  const { count } = await tx
    .selectFrom('archive_files')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('import_id', '=', importId)
    .where('status', 'in', statuses)
    .executeTakeFirstOrThrow()
  return count
}

/** Files whose document was read, or could not be. */
export async function listRead(tx: Transaction, importId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select f.id from archive_files f left join documents d on d.id = f.document_id
    where f.import_id = ${importId} and f.status = 'reading' and d.status is distinct from 'processing'
    order by f.id limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Deletes what was not read yet. A trigger destroys the pieces. */
export async function dropUnread(tx: Transaction, importId: string): Promise<void> {
  await sql`
    delete from archive_files where import_id = ${importId} and status in ('arriving', 'unpacking', 'waiting')`.execute(
    tx,
  )
}

export async function deleteFile(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('archive_files').where('id', '=', id).execute()
}

export type FilePosition = readonly [rank: number, id: string]

export interface ListedFile extends FileRow {
  customer: { id: string; name: string } | null
  states: string[]
}

const listed = sql`
  select f.*, (
      select jsonb_build_object('id', c.id, 'name', c.name)
      from coverage_index x join coverage_customers v on v.id = x.customer_id join customers c on c.id = v.record_id
      where x.share_id = f.share_id limit 1) as customer,
    array(select x.state from coverage_index x where x.share_id = f.share_id order by x.state) as states
  from archive_files f`

export async function filePage(
  tx: Transaction,
  { importId, list }: { importId: string; list: ArchiveList },
  after: FilePosition | undefined,
  limit: number,
): Promise<ListedFile[]> {
  const position = after
    ? sql`and (f.question_rank, f.id) > (${after[0]}::smallint, ${after[1]}::uuid)`
    : sql``
  const { rows } = await sql<ListedFile>`
    ${listed} where f.import_id = ${importId} and f.status = ${list} ${position}
    order by f.question_rank, f.id limit ${limit}`.execute(tx)
  return rows
}

export async function findListed(tx: Transaction, id: string): Promise<ListedFile | undefined> {
  const { rows } = await sql<ListedFile>`${listed} where f.id = ${id}`.execute(tx)
  return rows[0]
}

export async function findShare(
  tx: Transaction,
  documentId: string,
  businessId: string,
): Promise<{ id: string; status: string } | undefined> {
  return tx
    .selectFrom('document_shares')
    .select(['id', 'status'])
    .where('document_id', '=', documentId)
    .where('business_id', '=', businessId)
    .executeTakeFirst()
}

/** Customers that a certificate may belong to. */
export async function hasSuggestions(tx: Transaction, shareId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from customer_suggestions s join coverage_customers v on v.id = s.coverage_customer_id
      join customers c on c.id = s.customer_id and c.merged_into is null and c.id <> v.record_id
    where s.declined_at is null and v.matched_by = 'own'
      and exists (select from coverage_index i where i.customer_id = v.id and i.share_id = ${shareId})
    limit 1`.execute(tx)
  return rows.length > 0
}

/** What makes two scans the same certificate. All of it was read for sure. */
export interface ReadForSure {
  form: string | null
  purchaser: string
  seller: string | null
  signedOn: string
  states: readonly { state: string; number: string | null }[]
  pageCount: number
}

/** Another file of the business that holds the same certificate. */
export async function findSameCertificate(
  tx: Transaction,
  { id, business_id }: Pick<FileRow, 'id' | 'business_id'>,
  read: ReadForSure,
): Promise<{ path: string } | undefined> {
  const { rows } = await sql<{ path: string }>`
    select f.path from archive_files f
      join exemptions e on e.document_id = f.document_id
      join documents d on d.id = f.document_id
    where f.business_id = ${business_id} and f.id <> ${id} and f.status in ('ready', 'look')
      and e.form = ${read.form} and e.purchaser = ${read.purchaser} and e.signed_on = ${read.signedOn}::date
      and e.seller is not distinct from ${read.seller} and d.page_count = ${read.pageCount}
      and (select jsonb_agg(jsonb_build_object('state', s.state, 'number', s.number) order by s.state)
        from exemption_states s where s.document_id = e.document_id) = (
          select jsonb_agg(jsonb_build_object('state', one ->> 'state', 'number', one ->> 'number') order by one ->> 'state')
          from jsonb_array_elements(${JSON.stringify(read.states)}::jsonb) one)
    order by f.id limit 1`.execute(tx)
  return rows[0]
}
