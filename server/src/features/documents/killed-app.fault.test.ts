import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { UploadedFile } from '@exempta/contract/documents/files'
import { expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { type Location, openApp } from '../../../test/open-app.ts'
import { quickEngine } from '../../../test/quick-engine.ts'
import { jpegBytes, pdfBytes } from '../../../test/uploads.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Services } from '../../platform/services.ts'
import { prepareAccount } from '../accounts/index.ts'
import { type AppRole, type ChildOptions, roleAt, type Step, steps } from './killed-app.fixture.ts'

const rounds = Number(process.env.FAULT_ROUNDS ?? 3)
const fixture = fileURLToPath(new URL('./killed-app.fixture.ts', import.meta.url))
const account = {
  name: 'Owner',
  email: 'owner@example.org',
  password: 'correct horse battery',
  role: 'user',
} as const
const origin = 'http://localhost'

async function startChild(options: ChildOptions) {
  const child = spawn(process.execPath, [...quickEngine, fixture, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const closed = once(child, 'close')
  const [address] = await Promise.race([once(createInterface(child.stdout), 'line'), closed])
  return { child, closed, address }
}

/**
 * Where processes can share a database, web and worker run separately, so one survives while the other is
 * killed.
 */
async function startApp(location: Location, dieAt: Step) {
  if (!location.url) {
    const all = await startChild({ location, role: 'all', dieAt })
    return { web: all, dying: all, living: undefined }
  }
  const start = (role: AppRole) => startChild({ location, role, ...(roleAt(dieAt) === role && { dieAt }) })
  const [web, worker] = await Promise.all([start('web'), start('worker')])
  return roleAt(dieAt) === 'web' ? { web, dying: web, living: worker } : { web, dying: worker, living: web }
}

/** Uploads documents and a card until the process dies, and returns the ids that the server had accepted. */
async function uploadUntilKilled(location: Location, dieAt: Step, round: number): Promise<string[]> {
  const { web, dying, living } = await startApp(location, dieAt)
  const { child } = dying
  const accepted: string[] = []
  const post = (path: string, init: RequestInit) =>
    fetch(`${web.address}${path}`, { method: 'POST', ...init }).catch(() => undefined)
  const signedIn = await post('/api/session', {
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email: account.email, password: account.password }),
  })
  const cookie =
    signedIn?.headers
      .getSetCookie()
      .map((text) => text.split(';')[0])
      .join('; ') ?? ''
  // Four rounds reach every step; a surviving process would otherwise take hundreds before the other has
  // restarted.
  for (let at = 0; at < 4 && child.exitCode === null && child.signalCode === null; at++) {
    const form = new FormData()
    const bytes = at % 3 === 2 ? jpegBytes(`${round} ${at}`) : pdfBytes(`${round} ${at}`)
    form.append(at % 3 === 2 ? 'card-front' : 'document', new Blob([new Uint8Array(bytes)]), `${at}`)
    const answer = await post('/api/documents', { headers: { origin, cookie }, body: form })
    if (!answer) break
    const { files } = (await answer.json().catch(() => ({ files: [] }))) as { files: UploadedFile[] }
    for (const file of files) if (file.outcome === 'accepted') accepted.push(file.document.id)
  }
  const [, signal] = await dying.closed
  expect(signal, dieAt).toBe('SIGKILL')
  living?.child.kill('SIGKILL')
  await living?.closed
  return accepted
}

it(`a server killed ${rounds} times, at each step in turn, keeps what it answered and releases nothing twice`, async () => {
  const database = await createTestDatabase()
  const { location } = database
  await createOwner(database)
  if (database.kind === 'embedded') await database.close()
  const accepted: string[] = []
  // The two databases start at different steps, so that a short run covers more of them. Both first steps
  // come after a response, so that there are accepted documents to check.
  const first = database.kind === 'embedded' ? 2 : 0
  for (let round = 0; round < rounds; round++) {
    const step = steps[(first + round) % steps.length] as Step
    accepted.push(...(await uploadUntilKilled(location, step, round)))
  }
  const { services, close } = await openApp(location)
  try {
    await untilSettled(services)
    await expectWhole(services, accepted)
  } finally {
    await close()
    await database.dispose()
  }
})

async function createOwner(database: Services['database']): Promise<void> {
  const create = await prepareAccount(account)
  const clock = { now: () => new Date() }
  await database.transact(systemActor, (tx) => create({ clock } as Services, tx))
}

/**
 * Waits until every document is finished. Jobs of the killed process are requeued at once instead of after
 * half a minute.
 */
async function untilSettled({ database }: Services): Promise<void> {
  await database.executeAsOwner(
    `update pgboss.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`,
  )
  let news = Promise.withResolvers<void>()
  const stop = await database.listen('exempta_live', () => news.resolve())
  for (;;) {
    news = Promise.withResolvers()
    const waiting = await database.transact(systemActor, (tx) =>
      tx.selectFrom('documents').select('id').where('status', '=', 'processing').execute(),
    )
    if (waiting.length === 0) break
    await news.promise
  }
  await stop()
}

async function expectWhole(services: Services, accepted: string[]): Promise<void> {
  const { documents, files, ends } = await services.database.transact(systemActor, async (tx) => ({
    documents: await tx.selectFrom('documents').selectAll().execute(),
    files: await tx.selectFrom('stored_files').select(['document_id', 'rendition', 'object_name']).execute(),
    ends: await tx
      .selectFrom('audit_entries')
      .select(['target_id', 'result'])
      .where('action', '=', 'document.process')
      .execute(),
  }))
  expect(accepted.length).toBeGreaterThan(0)
  expect(accepted.filter((id) => !documents.some((document) => document.id === id))).toEqual([])
  for (const { id, status, type, card_side, has_original } of documents) {
    const own = files.filter(({ document_id }) => document_id === id).map(({ rendition }) => rendition)
    const result = type === 'application/pdf' ? ['pages', 'redacted', 'thumbnail'] : ['redacted', 'thumbnail']
    expect(own.sort(), id).toEqual(status === 'processed' ? result : has_original ? ['original'] : [])
    const done = ends.filter((end) => end.target_id === id && end.result === 'done')
    expect(done.length, id).toBe(status === 'processed' && !card_side ? 1 : 0)
    if (status !== 'processed') continue
    const { stream } = await services.files.get({ documentId: id, rendition: 'redacted', version: 1 })
    expect(Buffer.concat(await stream.toArray()).includes('redacted'), id).toBe(true)
  }
}
