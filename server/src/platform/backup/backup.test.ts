/**
 * Runs the real commands on real data, then starts the program on the result in this process and opens everything.
 */
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { createEmptyPostgres, type EmptyPostgres, testDatabaseKind } from '../../../test/database.ts'
import { fakeSandbox } from '../../../test/fake-sandbox.ts'
import { createPerson, signInAs, type TestPerson } from '../../../test/people.ts'
import { runScript } from '../../../test/run-script.ts'
import { startS3Server, type TestS3Server } from '../../../test/s3-server.ts'
import { jpegBytes, pdfBytes, untilProcessed, uploadOne } from '../../../test/uploads.ts'
import { readConfig } from '../../config.ts'
import { jobHandlers } from '../../features.ts'
import { start } from '../../start.ts'
import { sealAudit } from '../audit/chain.ts'
import { verifyAudit } from '../audit/verify-audit.ts'
import { openDatabase } from '../db/open-database.ts'
import { masterKeySource } from '../storage/open-file-store.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { openRestoreTarget } from './restore-target.ts'

const isPostgres = testDatabaseKind() === 'postgres'
const BACKUP_PASSPHRASE = 'correct horse battery staple'

type Settings = Record<string, string>

describe('an installation', () => {
  let source: TestApp
  let person: TestPerson
  let cookie: string
  let folder: string
  let waitingId: string
  const files = new Map<string, Buffer>()
  const databases: EmptyPostgres[] = []
  let s3: TestS3Server | undefined

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'exempta-backup-'))
    source = await startTestApp({ sandbox: fakeSandbox().sandbox, runJobs: true })
    person = await createPerson(source)
    cookie = await signInAs(source, person)
    for (const bytes of [
      pdfBytes('a "quoted", \\ back'),
      jpegBytes(),
      pdfBytes(`long ${'x'.repeat(200_000)}`),
    ]) {
      const { id } = await uploadOne(source, cookie, { bytes })
      await untilProcessed(source, cookie, id)
      files.set(id, (await as(source, `/api/documents/${id}/file`)).rawPayload)
    }
    await sealAudit(source.services)
    await source.services.jobs.stop()
    await source.services.jobs.start(jobHandlers(source.services))
    waitingId = (await uploadOne(source, cookie, { bytes: pdfBytes('read after the restore') })).id
    // The program is stopped, its data stays.
    await source.app.close()
    await source.services.jobs.stop()
    await source.services.settings.stop()
    await source.services.live.stop()
    await source.database.close()
  })
  afterAll(async () => {
    for (const database of databases) await database.drop()
    await s3?.stop()
    await source.database.dispose()
    await rm(folder, { recursive: true, force: true })
  })

  const as = (app: TestApp, url: string) => app.call({ method: 'GET', url, headers: { cookie } })
  const sourceSettings = (): Settings => {
    const { dataDir, url } = source.database.location
    return { DATA_DIR: dataDir, ...(url && { DATABASE_URL: url }), BACKUP_PASSPHRASE }
  }
  const emptyDatabase = async () => {
    const made = await createEmptyPostgres()
    databases.push(made)
    return made.url
  }

  async function run(name: string, args: string[], settings: Settings): Promise<string> {
    const { code, output } = await runScript(name, args, settings)
    expect(code, output).toBe(0)
    return output
  }

  const configOf = (settings: Settings) => {
    const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', SANDBOX_PROCESSES: '1', ...settings }, [])
    return { ...config, keySource: masterKeySource(config) }
  }
  const startProgram = (settings: Settings) => start(configOf(settings), () => {})

  /** Starts the program there: no old session, sign-in, every document, and the job that was waiting. */
  async function expectWhole(settings: Settings) {
    const { databaseUrl: url, dataDir } = configOf(settings)
    const database = await openDatabase({ url, dataDir })
    expect(await verifyAudit(database)).toMatchObject({ firstBad: undefined })
    await database.close()
    const verified = await runScript('verify-audit', [], settings)
    expect(verified).toMatchObject({ code: 0, output: expect.stringContaining('Anchor in the file store') })
    const { address, stop } = await startProgram(settings)
    try {
      const get = (path: string, headers: Record<string, string>) => fetch(address + path, { headers })
      // Right after the start, a busy machine may still refuse.
      await expect.poll(async () => (await get('/api/session', {})).status, { timeout: 60_000 }).toBe(200)
      const { session } = (await (await get('/api/session', { cookie })).json()) as { session: unknown }
      expect(session).toBeNull()
      const signedIn = await fetch(`${address}/api/session`, {
        method: 'POST',
        headers: { origin: address, 'content-type': 'application/json' },
        body: JSON.stringify({ email: person.email, password: person.password }),
      })
      expect(signedIn.status).toBe(200)
      const mine = {
        cookie: signedIn.headers
          .getSetCookie()
          .map((line) => line.split(';')[0])
          .join('; '),
      }
      for (const [id, bytes] of files) {
        const answer = await get(`/api/documents/${id}/file`, mine)
        expect(Buffer.from(await answer.arrayBuffer()).equals(bytes), id).toBe(true)
      }
      // Its job came along: the engine reads it and finds that it is no real PDF.
      const statusOf = async () =>
        ((await (await get(`/api/documents/${waitingId}`, mine)).json()) as { status: string }).status
      await expect.poll(statusOf, { timeout: 120_000, interval: 500 }).toBe('failed')
    } finally {
      await stop()
    }
  }

  const backup = () => join(folder, 'first.backup')

  test('is backed up, while it runs where it is embedded', async () => {
    const program = isPostgres ? undefined : await startProgram(sourceSettings())
    const output = await run('backup', [backup()], sourceSettings())
    await program?.stop()
    expect(output).toContain('Backup written to')
    expect(existsSync(join(source.database.location.dataDir, 'backup-copy'))).toBe(false)
  })

  // The same on both databases: one is enough.
  test.runIf(isPostgres)(
    'refuses a second backup to the same file, and a restore beside another master key',
    async () => {
      const database = await openDatabase(source.database.location)
      const again = makeBackup(database, configOf(sourceSettings()), backup(), BACKUP_PASSPHRASE)
      await expect(again).rejects.toThrow('already exists')
      await database.close()
      const dataDir = join(folder, 'strange')
      const strange = {
        DATA_DIR: dataDir,
        MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
        BACKUP_PASSPHRASE,
      }
      const refused = await runScript('restore', [backup()], strange)
      expect(refused).toMatchObject({
        code: 1,
        output: expect.stringContaining('doesn’t belong to this backup'),
      })
      expect(existsSync(dataDir)).toBe(false)
    },
  )

  test('is restored into an empty place of the same kind, which refuses a second time', async () => {
    const location: Settings = { DATA_DIR: join(folder, 'same'), BACKUP_PASSPHRASE }
    if (isPostgres) location.DATABASE_URL = await emptyDatabase()
    await run('restore', [backup()], location)
    await expectWhole(location)
    const { databaseUrl: url, dataDir } = configOf(location)
    const refusal = () => openRestoreTarget({ url, dataDir }).then(String, ({ message }: Error) => message)
    // PostgreSQL shows the sessions of a program that has just stopped for a moment longer.
    await expect.poll(refusal, { timeout: 30_000 }).toMatch(/already holds|is in use/)
  })

  // The same on both databases: one is enough.
  test.runIf(isPostgres)('reports at its restore that the end of its audit log was cut off', async () => {
    const database = await openDatabase(source.database.location)
    await database.executeAsOwner(
      'delete from audit_seals where position = (select max(position) from audit_seals)',
    )
    const file = join(folder, 'cut.backup')
    await makeBackup(database, configOf(sourceSettings()), file, BACKUP_PASSPHRASE)
    await database.close()
    const location: Settings = { DATA_DIR: join(folder, 'cut'), DATABASE_URL: await emptyDatabase() }
    const restored = await restoreBackup(file, BACKUP_PASSPHRASE, configOf(location))
    expect(restored.audit.firstBad?.problem).toMatch(
      /the log ends at seal \d+, but seal \d+ was there before/,
    )
  })

  test.skipIf(isPostgres)('moves from the embedded database to PostgreSQL and a bucket', async () => {
    s3 = await startS3Server()
    const { endpoint, bucket, accessKeyId, secretAccessKey } = s3.address
    const location: Settings = {
      ...sourceSettings(),
      DATABASE_URL: await emptyDatabase(),
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    }
    expect(await run('migrate-to-postgres', [], location)).toContain('has the same hash')
    // Nothing is read from the folder any more.
    await rm(join(source.database.location.dataDir, 'files'), { recursive: true })
    await expectWhole(location)
  })
})
