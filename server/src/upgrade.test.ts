import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeSchema } from '../../scripts/development/db-types.ts'
import {
  createEmptyPostgres,
  createTestDatabase,
  type EmptyPostgres,
  type TestDatabase,
  testDatabaseKind,
} from '../test/database.ts'
import {
  fileOfRelease,
  installRelease,
  masterKeyOfRelease,
  migrationsOfRelease,
} from '../test/release-fixture.ts'
import { readConfig } from './config.ts'
import { hashPassword } from './features/accounts/passwords.ts'
import { restoreBackup } from './platform/backup/restore-backup.ts'
import { systemClock } from './platform/clock.ts'
import type { Database } from './platform/db/database.ts'
import { openDatabase } from './platform/db/open-database.ts'
import { createJobs } from './platform/jobs/jobs.ts'
import { createLog } from './platform/log.ts'
import { masterKeySource, openFileStore } from './platform/storage/open-file-store.ts'
import { start } from './start.ts'

const rows = `
  with ada as (
    insert into users (email, name, role, created_at, updated_at)
    values ('ada@lakeside.example', 'Ada', 'user', now(), now()) returning id
  ), maple as (
    insert into businesses (name, email, status, date_registered, created_at, updated_at)
    values ('Maple Street Supply', 'maple@lakeside.example', 'active', now(), now(), now()) returning id
  ), document as (
    insert into documents (id, owner_id, name, type, status, size_bytes, content_hash, has_original, page_count,
      version, created_at, updated_at)
    select '${fileOfRelease.documentId}'::uuid, id, 'ST-120.pdf', 'application/pdf', 'processed', ${fileOfRelease.plain.length}, sha256(''), false, 1, 1, now(), now()
    from ada returning id, owner_id
  )
  insert into document_shares (id, document_id, owner_id, business_id, can_download, has_watermark,
    tells_first_view, shared_at, created_at, updated_at, view_count)
  select gen_random_uuid(), d.id, d.owner_id, m.id, true, false, false, now(), now(), now(), 3 from document d, maple m;
  insert into document_versions (document_id, version, size_bytes, created_at, ready_at)
  select id, 1, size_bytes, now(), now() from documents;
  insert into exemptions (document_id, owner_id, version, pages, purchaser, has_signature, confirmed_at)
  select id, owner_id, 1, '{1}', 'Lakeside School', true, now() from documents;
  insert into exemption_states (document_id, state, number) select id, 'NY', '12-345' from documents;
  insert into mails (id, recipient, template, subject, body_text, body_html, message_id, status, created_at)
  select gen_random_uuid(), 'ada@lakeside.example', 'notification', 'S', 'T', 'H', '<' || n || '@lakeside.example>',
    'sent', now() - make_interval(months => n) from generate_series(0, 4) n;
  insert into master_keys (id, created_at) values ('${fileOfRelease.masterKeyId}', now());
  with file as (
    insert into stored_files (document_id, rendition, version, object_name, size_bytes, created_at)
    select id, '${fileOfRelease.rendition}', 1, '${fileOfRelease.objectName}', size_bytes, now() from documents
    returning id
  )
  insert into file_keys (file_id, master_key_id, wrapped_key)
  select id, '${fileOfRelease.masterKeyId}', decode('${fileOfRelease.wrappedKey}', 'base64') from file;
  insert into audit_entries (id, at, actor_kind, action, result, details)
  values (gen_random_uuid(), now(), 'system', 'test.row', 'done', '{}')`

/** Where 0.2.0 kept it. */
async function storeFile(older: Database): Promise<void> {
  const { rows: spaces } = await older.executeAsOwner('select id from file_space')
  const [space] = spaces as { id: string }[]
  const path = join(dataDir, 'files', space?.id ?? '', fileOfRelease.objectName)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, Buffer.from(fileOfRelease.sealed, 'base64'))
}

/** What Ada downloads with the new version. */
async function download(address: string): Promise<string> {
  const post = (body: object) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(address).origin },
    body: JSON.stringify(body),
  })
  const entered = await fetch(
    `${address}/api/session`,
    post({ email: 'ada@lakeside.example', password: passphrase }),
  )
  const cookie = entered.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const answer = await fetch(`${address}/api/documents/${fileOfRelease.documentId}/file`, {
    headers: { cookie },
  })
  return answer.text()
}

const passphrase = 'correct horse battery staple'
let downloaded: string
const printed: string[] = []

let empty: EmptyPostgres | undefined
let dataDir: string
let before: Map<string, object[]>
let upgraded: Database
let fresh: TestDatabase

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'exempta-upgrade-'))
  // On PostgreSQL as a login that is no superuser, like an installation's.
  if (testDatabaseKind() === 'postgres') empty = await createEmptyPostgres()
  const older = await openDatabase({ dataDir, url: empty?.url })
  await installRelease(older)
  await older.executeAsOwner(rows)
  await older.executeAsOwner(
    'insert into passwords (user_id, hash, changed_at) select id, $1, now() from users',
    [await hashPassword(passphrase)],
  )
  await storeFile(older)
  // The job queue is part of every installation, and of its backups.
  const jobs = createJobs({ database: older, clock: systemClock, log: createLog('silent') })
  await jobs.start([])
  await jobs.stop()
  before = await readRows(older)
  await older.close()

  const settings = {
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'silent',
    MASTER_KEY: masterKeyOfRelease,
    BACKUP_PASSPHRASE: passphrase,
    ...(empty && { DATABASE_URL: empty.url }),
  }
  const program = await start(readConfig(settings, []), (line) => printed.push(line), { servesPages: false })
  downloaded = await download(program.address)
  await program.stop()
  upgraded = await openDatabase({ dataDir, url: empty?.url })
  fresh = await createTestDatabase()
})
afterAll(async () => {
  await upgraded.close()
  await fresh.dispose()
  await empty?.drop()
  await rm(dataDir, { recursive: true, force: true })
})

async function readRows(database: Database): Promise<Map<string, object[]>> {
  const { rows: tables } = await database.executeAsOwner(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname !~ '^kysely'`)
  const found = new Map<string, object[]>()
  for (const { name } of tables as { name: string }[]) {
    const { rows } = await database.executeAsOwner(`select to_jsonb(t) as row from ${name} t`)
    found.set(
      name,
      (rows as { row: object }[]).map(({ row }) => row),
    )
  }
  return found
}

test('an installation of 0.2.0 gets the schema of a new one', async () => {
  expect(await describeSchema(upgraded)).toBe(await describeSchema(fresh))
})

test('an installation of 0.2.0 keeps every row', async () => {
  expect(before.get('share_states'), 'what the triggers of 0.2.0 wrote').toHaveLength(1)
  const after = await readRows(upgraded)
  for (const [table, rows] of before) {
    for (const row of rows) {
      // Ada has logged in since.
      if (table === 'users') delete (row as { last_login_at?: string }).last_login_at
      expect(after.get(table), table).toContainEqual(expect.objectContaining(row))
    }
  }
})

test('a document of 0.2.0 can be opened by its owner', () => {
  expect(downloaded).toBe(fileOfRelease.plain)
})

test('what it was, with its documents, is in a backup from before the upgrade, which can be restored', {
  timeout: 120_000,
}, async () => {
  const { rows: listed } = await upgraded.executeAsOwner('select cause, status, file_name from backups')
  const [made] = listed as { cause: string; status: string; file_name: string }[]
  expect(made).toMatchObject({ cause: 'upgrade', status: 'made' })
  const file = join(dataDir, 'backups', made?.file_name ?? '')
  // A slow database is reported, too.
  expect(printed.slice(printed.indexOf('This version changes the database.')).slice(0, 3)).toEqual([
    'This version changes the database.',
    `Making a backup first: ${made?.file_name} in ${join(dataDir, 'backups')}`,
    'The database is up to date.',
  ])
  const restored = await mkdtemp(join(tmpdir(), 'exempta-before-upgrade-'))
  const keySource = masterKeySource({ masterKeys: [masterKeyOfRelease], dataDir: restored })
  const location = { dataDir: restored, databaseUrl: undefined, s3: undefined, keySource }
  const { sums } = await restoreBackup(file, passphrase, location)
  for (const table of ['users', 'documents', 'mails']) {
    expect(sums.tables.find(({ name }) => name === `public.${table}`)?.rows, table).toBe(
      before.get(table)?.length,
    )
  }
  expect(sums.files).toMatchObject({ count: 1, missing: 0 })
  const old = await openDatabase({ dataDir: restored })
  const files = await openFileStore(
    { database: old, clock: systemClock },
    { dataDir: restored, masterKeys: [masterKeyOfRelease], s3: undefined },
  )
  const { documentId, rendition, version, plain } = fileOfRelease
  const { stream } = await files.get({ documentId, rendition, version })
  expect(await text(stream)).toBe(plain)
  await files.close()
  await old.close()
  await rm(restored, { recursive: true, force: true })
})

/** It starts only if the migrations up to its newest one are exactly its own, and ignores names that come later. */
test.each(['upgraded', 'fresh'] as const)('0.2.0 can be started again on the %s database', async (which) => {
  const own = migrationsOfRelease().map(({ name }) => name)
  const { rows } = await { upgraded, fresh }[which].executeAsOwner('select name from kysely_migration')
  const names = (rows as { name: string }[]).map(({ name }) => name).sort()
  expect(names.filter((name) => name <= (own.at(-1) ?? ''))).toEqual(own)
})
