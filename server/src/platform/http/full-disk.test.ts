/** With little disk space left, an upload is refused at once, before it has arrived and before the disk is full. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { restoreBackup } from '@exempta/contract/admin/restore'
import { readCounterCard } from '@exempta/contract/coverage'
import { tryLearnedForm } from '@exempta/contract/knowledge/learned-forms'
import type { Route } from '@exempta/contract/route'
import { routes } from '@exempta/contract/routes'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp, testOrigin } from '../../../test/app.ts'
import { createPerson, signInAs } from '../../../test/people.ts'
import { createTestBusiness } from '../../../test/sharing.ts'
import { openMasterKeys } from '../crypto/master-keys.ts'
import { createFileStore } from '../storage/file-store.ts'
import { limits } from '../storage/limits.ts'
import { openLocalFolder } from '../storage/local-folder.ts'
import { masterKeySource } from '../storage/open-file-store.ts'

let test: TestApp
let cookies: Record<'user' | 'business' | 'admin', string>
let files: TestApp['services']['files']
beforeAll(async () => {
  test = await startTestApp()
  cookies = {
    user: await signInAs(test, await createPerson(test)),
    business: (await createTestBusiness(test)).cookie,
    admin: await signInAs(test, await createPerson(test, 'admin')),
  }
  files = test.services.files
  await test.app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => {
  test.services.files = files
})
afterAll(() => test.close())

async function leaveFreeBytes(freeBytes: number): Promise<void> {
  const { database, clock } = test.services
  const { dataDir } = test.database.location
  const masterKeys = await openMasterKeys({ database, clock }, masterKeySource({ dataDir, masterKeys: [] }))
  const folder = await openLocalFolder(join(dataDir, 'little-room'))
  const store = { ...folder, check: async () => ({ freeBytes }) }
  test.services.files = createFileStore({ database, clock, masterKeys, store })
}

/** Sends only the head of an upload. */
async function beginUpload({ path, access }: Route): Promise<string> {
  const socket = connect((test.app.server.address() as AddressInfo).port, '127.0.0.1')
  const lines = [
    `POST ${path.replace(':id', randomUUID())} HTTP/1.1`,
    'host: localhost',
    `origin: ${testOrigin}`,
    `cookie: ${cookies[access.kind === 'roles' ? (access.roles[0] ?? 'user') : 'user']}`,
    'content-type: multipart/form-data; boundary=frontier',
    'content-length: 5000000',
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  const [answer] = await once(socket, 'data', { signal: AbortSignal.timeout(10_000) })
  socket.destroy()
  return String(answer)
}

/** Photos of cards at the counter are never stored. */
// What is read and forgotten needs no room, and a restore is refused before that where it isn't possible at all.
const notStored: readonly Route[] = [readCounterCard, tryLearnedForm, restoreBackup]
const stored = routes.filter((route) => route.upload && !notStored.includes(route))
const uploads = stored.map((route) => [route.path, route] as const)
it.each(uploads)('%s answers that there is no room before the file has come', async (_path, route) => {
  await leaveFreeBytes(limits.freeSpaceKeptBytes - 1)
  const answer = await beginUpload(route)
  expect(answer).toMatch(/^HTTP\/1.1 507 /)
  expect(answer).toMatch('retry-after: 300')
  expect(answer).toMatch('"title":"We can’t store more files right now. Please try again later."')
})

it('there is room enough from the limit on', async () => {
  await leaveFreeBytes(limits.freeSpaceKeptBytes)
  await expect(test.services.files.requireFreeSpace()).resolves.toBeUndefined()
})
