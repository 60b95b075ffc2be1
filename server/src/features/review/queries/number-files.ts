import type { OwnerClient, Transaction } from '../../../platform/db/database.ts'

export interface NumberFile {
  source: string
  fileDate: string
  rowCount: number
  contentHash: Buffer
}

export async function findNumberFiles(
  tx: Transaction,
  sources: readonly string[],
): Promise<Map<string, { fileDate: string }>> {
  const rows = await tx
    .selectFrom('number_files')
    .select(['source', 'file_date as fileDate'])
    .where('source', 'in', sources)
    .execute()
  return new Map(rows.map((row) => [row.source, row]))
}

export const findOrganization = (tx: Transaction, ein: string) =>
  tx
    .selectFrom('irs_organizations')
    .select(['name', 'city', 'state', 'subsection'])
    .where('ein', '=', ein)
    .executeTakeFirst()

export const findStateNumber = (tx: Transaction, state: string, number: string) =>
  tx
    .selectFrom('state_numbers')
    .select(['name', 'is_active as isActive'])
    .where('state', '=', state)
    .where('number', '=', number)
    .executeTakeFirst()

/**
 * The rest runs as the owner of the tables, in one transaction: rows are copied into a table of their own, which takes
 * the place of the old one at the end. Until then everyone reads the old rows.
 */

export async function hasFile(
  client: OwnerClient,
  { source, contentHash }: Pick<NumberFile, 'source' | 'contentHash'>,
): Promise<boolean> {
  await client.query('set local role exempta_system')
  const { rows } = await client.query(
    'select from number_files where source = $1 and content_hash = $2 for update',
    [source, contentHash],
  )
  await client.query('set local role none')
  return rows.length > 0
}

/** One load at a time; whoever comes second waits for the first. */
export async function lockLoading(client: OwnerClient): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('loading numbers', 0))`)
}

export async function makeShadow(
  client: OwnerClient,
  table: 'irs_organizations' | 'state_numbers',
): Promise<void> {
  await client.query(`create table ${table}_next (like ${table})`)
}

export const copyOrganizations = (client: OwnerClient, rows: Buffer): Promise<number> =>
  client.copyFrom('copy irs_organizations_next (ein, name, city, state, subsection) from stdin', rows)

export const copyStateNumbers = (client: OwnerClient, rows: Buffer): Promise<number> =>
  client.copyFrom('copy state_numbers_next (state, number, name, is_active) from stdin', rows)

/** A number that two rows have, if there is one. */
export async function findTwice(client: OwnerClient): Promise<string | undefined> {
  const { rows } = await client.query(
    'select ein from irs_organizations_next group by ein having count(*) > 1 limit 1',
  )
  return (rows[0] as { ein: string } | undefined)?.ein
}

export async function swapOrganizations(client: OwnerClient): Promise<void> {
  await client.query(
    'alter table irs_organizations_next add constraint irs_organizations_next_pkey primary key (ein)',
  )
  await client.query('drop table irs_organizations')
  await client.query('alter table irs_organizations_next rename to irs_organizations')
  await client.query(
    'alter table irs_organizations rename constraint irs_organizations_next_pkey to irs_organizations_pkey',
  )
  await client.query(`call exempta_publish_numbers('irs_organizations')`)
  await client.query('analyze irs_organizations')
}

/** Replaces the rows of one state. A number that is there several times is active if one of its rows is. */
export async function swapStateNumbers(client: OwnerClient, state: string): Promise<number> {
  await client.query('grant select on state_numbers_next to exempta_system')
  await client.query('set local role exempta_system')
  await client.query('delete from state_numbers where state = $1', [state])
  const { rowCount } = await client.query(
    `insert into state_numbers (state, number, name, is_active)
     select distinct on (number) state, number, name, is_active from state_numbers_next
     order by number, is_active desc, name`,
  )
  await client.query('set local role none')
  await client.query('drop table state_numbers_next')
  await client.query('analyze state_numbers')
  return rowCount ?? 0
}

export async function putNumberFile(
  client: OwnerClient,
  { source, fileDate, rowCount, contentHash }: NumberFile,
  now: Date,
): Promise<void> {
  await client.query('set local role exempta_system')
  await client.query(
    `insert into number_files (source, file_date, row_count, content_hash, loaded_at) values ($1, $2, $3, $4, $5)
     on conflict (source) do update set file_date = excluded.file_date, row_count = excluded.row_count,
       content_hash = excluded.content_hash, loaded_at = excluded.loaded_at`,
    [source, fileDate, rowCount, contentHash, now],
  )
  await client.query('set local role none')
}

export const inTransaction = async <T>(client: OwnerClient, work: () => Promise<T>): Promise<T> => {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
