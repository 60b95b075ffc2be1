import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { ZipFile } from 'yazl'
import { startTestApp } from '../../../test/app.ts'
import { archiveOf } from '../../../test/archive.ts'
import { fakeSandbox } from '../../../test/fake-sandbox.ts'
import { openApp } from '../../../test/open-app.ts'
import { signInAs } from '../../../test/people.ts'
import { quickEngine } from '../../../test/quick-engine.ts'
import { createTestBusiness } from '../../../test/sharing.ts'
import { pdfBytes } from '../../../test/uploads.ts'
import { type ChildOptions, importJobs, readsNames } from './killed-import.fixture.ts'

const rounds = Number(process.env.FAULT_ROUNDS ?? 3)
const fixture = fileURLToPath(new URL('./killed-import.fixture.ts', import.meta.url))
/** Later deaths let each process get further, so that the last steps are reached, too. */
const deaths = [2, 5, 9, 14, 3, 20, 7, 1, 12, 30]

it(`an import whose worker is killed ${rounds} times loses no file, doubles none, and leaves nothing behind`, async () => {
  const test = await startTestApp({ sandbox: fakeSandbox().sandbox, logLevel: 'silent' })
  onTestFinished(() => test.close())
  const change = async (statement: string, values: unknown[] = []) =>
    (await test.database.executeAsOwner(statement, values)).rows as Record<string, unknown>[]
  const business = await createTestBusiness(test)
  await change(`update businesses set name = 'Summit Wholesale' where id = $1`, [business.id])
  const cookie = await signInAs(test, business.manager)
  const { newImport, nameFiles, sendPiece, importOf, untilImport, listOf } = archiveOf(
    () => test,
    () => cookie,
  )
  const zip = new ZipFile()
  for (const name of ['alder', 'birch', 'stack']) zip.addBuffer(pdfBytes(`name=${name}`), `${name}.pdf`)
  zip.addBuffer(pdfBytes('name=alder'), 'alder again.pdf')
  zip.end()
  const bytes = await buffer(zip.outputStream)
  const { id } = await newImport()
  const [state] = (await nameFiles(id, [{ path: 'box.zip', bytes: bytes.length }])).json().files
  expect((await sendPiece(state.id, 0, bytes)).statusCode).toBe(200)

  const { location } = test.database
  // Jobs of a killed process are taken again at once instead of after half a minute.
  const requeue = () =>
    change(`update pgboss.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`)
  for (let round = 0; round < rounds && (await importOf(id)).status !== 'done'; round++) {
    const options: ChildOptions = { location, dieAfter: deaths[round % deaths.length] ?? 1 }
    const child = spawn(process.execPath, [...quickEngine, fixture, JSON.stringify(options)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const [, signal] = await once(child, 'close')
    expect(signal, `round ${round}`).toBe('SIGKILL')
    await requeue()
  }
  const last = await openApp(location, {
    jobs: importJobs,
    change: ({ sandbox }) => ({ sandbox: readsNames(sandbox) }),
  })
  onTestFinished(() => last.close())
  const done = await untilImport(id, ({ status }) => status === 'done')

  expect(done).toMatchObject({
    files: 5,
    counts: { ready: 4, duplicate: 1, look: 0, refused: 0 },
  })
  expect((await listOf(id, 'ready')).map(({ customer }) => customer?.name).sort()).toEqual([
    'alder Foods',
    'birch Foods',
    'stack 1 Foods',
    'stack 3 Foods',
  ])
  const left = await change(
    `select s.rendition from stored_files s where s.rendition in ('original') or s.rendition like 'piece%'`,
  )
  expect(left, 'originals and pieces').toEqual([])
  const alone = await change(
    `select d.name from documents d where not exists (select from archive_files f where f.document_id = d.id)`,
  )
  expect(alone, 'documents without a file').toEqual([])
})
