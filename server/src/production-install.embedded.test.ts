/** The product as `npm ci --omit=dev` installs it. `npm run bench -- install` does the same with the real command. */
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Document } from '@exempta/contract/documents'
import type { UploadedFile } from '@exempta/contract/documents/files'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { blankPdf } from '../test/blank-pdf.ts'
import { createTestDatabase } from '../test/database.ts'
import { makeProductionCopy } from '../test/production-copy.ts'
import { startProgram } from '../test/server-process.ts'
import { prepareAccount } from './features/accounts/index.ts'
import { systemClock } from './platform/clock.ts'
import { systemActor } from './platform/db/actor.ts'
import type { Services } from './platform/services.ts'

const owner = {
  name: 'Owner',
  email: 'owner@example.org',
  password: 'correct horse battery',
  role: 'user',
} as const

let copy: string
beforeAll(async () => {
  copy = await makeProductionCopy()
})
afterAll(() => rm(copy, { recursive: true, force: true }))

const startCopy = (dataDir: string) =>
  startProgram([path.join(copy, 'scripts/operators/start.ts')], { DATA_DIR: dataDir, LOG_LEVEL: 'warn' })

it('serves its pages, logs a person in and processes an upload', async () => {
  const database = await createTestDatabase()
  const create = await prepareAccount(owner)
  await database.transact(systemActor, (tx) => create({ clock: systemClock } as Services, tx))
  await database.close()
  const program = startCopy(database.location.dataDir)
  try {
    const [, origin = ''] = await program.awaitOutput(/ready at (\S+)/)
    expect(await (await fetch(origin)).text()).toContain('<html')

    const loggedIn = await fetch(`${origin}/api/session`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify({ email: owner.email, password: owner.password }),
    })
    expect(loggedIn.status).toBe(200)
    const cookie = loggedIn.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    const headers = { origin, cookie }

    const body = new FormData()
    body.append('document', new Blob([new Uint8Array(blankPdf('production'))]), 'form.pdf')
    const uploaded = await fetch(`${origin}/api/documents`, { method: 'POST', headers, body })
    const { files } = (await uploaded.json()) as { files: UploadedFile[] }
    const [file] = files
    if (file?.outcome !== 'accepted') throw new Error(JSON.stringify(files))
    await vi.waitFor(
      async () => {
        const found = await fetch(`${origin}/api/documents/${file.document.id}`, { headers })
        expect(((await found.json()) as Document).status).toBe('processed')
      },
      { timeout: 120_000, interval: 200 },
    )
    expect((await fetch(`${origin}/api/documents/${file.document.id}/pages/1`, { headers })).status).toBe(200)
  } finally {
    await program.end('SIGTERM')
    await database.dispose()
  }
  expect(program.child.exitCode).toBe(0)
})

it('says what to do when the web app isn’t built', async () => {
  await rm(path.join(copy, 'web/build'), { recursive: true })
  const program = startCopy(path.join(copy, 'data'))
  await expect(program.awaitOutput(/ready at/)).rejects.toThrow(
    /The web app isn’t built yet.*\n.*npm run build/,
  )
  expect(program.child.exitCode).toBe(1)
})
