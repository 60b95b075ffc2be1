import { readdir, readFile } from 'node:fs/promises'
import { startPostgres } from '../scripts/development/postgres-cluster.ts'
import { startTestApp, type TestApp } from '../server/test/app.ts'
import { fakeSandbox } from '../server/test/fake-sandbox.ts'
import { createPerson, signInAs } from '../server/test/people.ts'
import { pdfBytes, untilProcessed, uploadOne } from '../server/test/uploads.ts'
import type { Bench } from './bench.ts'

const golden = new URL('../redaction/golden/', import.meta.url)
const documents = 300

export const bench: Bench = {
  summary: `what a document takes in database and file store: uploaded, processed, shared and opened`,
  async run(print) {
    const postgres = await startPostgres()
    process.env.TEST_DATABASE = 'postgres'
    process.env.TEST_POSTGRES_URL = postgres.url
    try {
      const tables = await databaseBytes()
      for (const { table, bytes } of tables.slice(0, 8))
        print(`  ${table}: ${Math.round(bytes)} bytes a document`)
      return {
        figures: {
          databaseBytesPerDocument: tables.reduce((sum, { bytes }) => sum + bytes, 0),
          fileBytesPerDocument: await fileBytes(),
        },
        // Owners get an email of the first view and of the outcome by default, which are kept with the account.
        limits: { databaseBytesPerDocument: { atMost: 22_000 } },
      }
    } finally {
      await postgres.stop()
    }
  },
}

/** Growth of each table with its indexes, with rows and text of the size they have in use. */
async function databaseBytes(): Promise<{ table: string; bytes: number }[]> {
  const test = await startTestApp({ sandbox: fakeSandbox().sandbox, runJobs: true, logLevel: 'silent' })
  const business = await createActiveBusiness(test)
  const cookie = await signInAs(test, await createPerson(test))
  const before = await tableSizes(test)
  for (let n = 0; n < documents; n++) await liveThrough(test, n, cookie, business)
  const after = await tableSizes(test)
  await test.close()
  return [...after]
    .map(([table, bytes]) => ({ table, bytes: (bytes - (before.get(table) ?? 0)) / documents }))
    .filter(({ bytes }) => bytes > 0)
    .sort((a, b) => b.bytes - a.bytes)
}

interface ActiveBusiness {
  id: string
  cookie: string
}

async function createActiveBusiness(test: TestApp): Promise<ActiveBusiness> {
  const manager = await createPerson(test, 'business')
  const { rows } = await test.database.executeAsOwner(
    `update businesses set status = 'active'
     where id = (select business_id from business_users where user_id = $1) returning id`,
    [manager.id],
  )
  return { ...(rows[0] as { id: string }), cookie: await signInAs(test, manager) }
}

async function liveThrough(
  test: TestApp,
  n: number,
  cookie: string,
  business: ActiveBusiness,
): Promise<void> {
  const { id } = await uploadOne(test, cookie, { name: `Exemption ${n}.pdf`, bytes: pdfBytes(`form ${n}`) })
  await untilProcessed(test, cookie, id)
  const payload = { documentIds: [id], businessIds: [business.id] }
  const shared = await test.call({ method: 'POST', url: '/api/shares', payload, headers: { cookie } })
  const page = `/api/documents/${id}/pages/1`
  const opened = await test.call({ method: 'GET', url: page, headers: { cookie: business.cookie } })
  if (shared.statusCode !== 200 || opened.statusCode !== 200) throw new Error('A document was not shown')
}

async function tableSizes(test: TestApp): Promise<Map<string, number>> {
  // The queue and the events of a day do not grow with what is kept.
  const { rows } = await test.database.executeAsOwner(
    `select coalesce(p.relname, c.relname) as table, sum(pg_total_relation_size(c.oid)) as bytes
     from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not like 'live_%' group by 1`,
  )
  return new Map(
    (rows as { table: string; bytes: number }[]).map(({ table, bytes }) => [table, Number(bytes)]),
  )
}

/** Ciphertexts of photographed forms, as the real engine leaves them. */
async function fileBytes(): Promise<number> {
  const test = await startTestApp({ runJobs: true, logLevel: 'silent' })
  const cookie = await signInAs(test, await createPerson(test))
  const names = (await readdir(golden)).filter((name) => name.startsWith('form-'))
  for (const name of names) {
    const { id } = await uploadOne(test, cookie, { name, bytes: await readFile(new URL(name, golden)) })
    await untilProcessed(test, cookie, id)
  }
  const { rows } = await test.database.executeAsOwner(
    `select sum(size_bytes) as bytes from stored_files where rendition <> 'original'`,
  )
  await test.close()
  return Number((rows[0] as { bytes: number }).bytes) / names.length
}
