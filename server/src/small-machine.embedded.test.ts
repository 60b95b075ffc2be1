/** The whole program, with the processes that read files, fits on a machine with 1 GB. */
import { execFileSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Document } from '@exempta/contract/documents'
import type { UploadedFile } from '@exempta/contract/documents/files'
import { afterAll, expect, it, vi } from 'vitest'
import { createTestDatabase } from '../test/database.ts'
import { limitMemory } from '../test/memory-limit.ts'
import { startServerProcess } from '../test/server-process.ts'
import { prepareAccount } from './features/accounts/index.ts'
import { systemClock } from './platform/clock.ts'
import { systemActor } from './platform/db/actor.ts'
import { canOptimize } from './platform/db/embedded/engine-stream.ts'
import type { Services } from './platform/services.ts'

const gigabyte = 1024 ** 3
// The rest is for the operating system.
const mostBytes = 0.85 * gigabyte
const limit = await limitMemory(mostBytes)
afterAll(() => limit?.remove())
const golden = path.join(import.meta.dirname, '../../redaction/golden')
const owner = {
  name: 'Owner',
  email: 'owner@example.org',
  password: 'correct horse battery',
  role: 'user',
} as const

it('does not optimize the engine of the database on a small machine', () => {
  expect(canOptimize(gigabyte)).toBe(false)
  expect(canOptimize(4 * gigabyte)).toBe(true)
})

const held = limit ? 'under a limit of the kernel' : 'measured, because this user can’t limit memory here'
it(`reads photos within the memory of a small machine, ${held}`, async () => {
  const database = await createTestDatabase()
  const create = await prepareAccount(owner)
  await database.transact(systemActor, (tx) => create({ clock: systemClock } as Services, tx))
  await database.close()
  // Started unoptimized, as on such a machine, and with the settings that operations.md recommends for it.
  const program = await startServerProcess(
    { DATA_DIR: database.location.dataDir, SANDBOX_PROCESSES: '1', SANDBOX_MEMORY_MB: '512' },
    [],
    (pid) => limit?.add(pid),
  )
  let peakBytes = 0
  const sampling = setInterval(() => {
    peakBytes = Math.max(peakBytes, residentBytes(program.child.pid ?? 0))
  }, 100)
  try {
    const { origin } = program
    const loggedIn = await fetch(`${origin}/api/session`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify({ email: owner.email, password: owner.password }),
    })
    const cookie = loggedIn.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    const headers = { origin, cookie }
    const photos = (await readdir(golden)).filter((name) => /^form-.*\.jpg$/.test(name)).slice(0, 2)
    expect(photos).toHaveLength(2)
    const body = new FormData()
    for (const name of photos)
      body.append('document', new Blob([new Uint8Array(await readFile(path.join(golden, name)))]), name)
    const uploaded = await fetch(`${origin}/api/documents`, { method: 'POST', headers, body })
    const { files } = (await uploaded.json()) as { files: UploadedFile[] }
    for (const file of files) {
      if (file.outcome !== 'accepted') throw new Error(JSON.stringify(file))
      await vi.waitFor(
        async () => {
          const found = await fetch(`${origin}/api/documents/${file.document.id}`, { headers })
          expect(((await found.json()) as Document).status, file.document.id).toBe('processed')
        },
        { timeout: 120_000, interval: 200 },
      )
    }
  } finally {
    clearInterval(sampling)
    await program.end('SIGTERM')
    await database.dispose()
  }
  expect(await limit?.killed()).toBe(limit && 0)
  expect(peakBytes).toBeGreaterThan(0)
  expect(peakBytes).toBeLessThan(mostBytes)
})

/** Memory of a process and of everything it started. */
function residentBytes(root: number): number {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,rss='], { encoding: 'utf8' }).trim().split('\n')
  const processes = lines.map((line) => line.trim().split(/\s+/).map(Number) as [number, number, number])
  const family = new Set([root])
  for (let size = 0; size < family.size; ) {
    size = family.size
    for (const [pid, parent] of processes) if (family.has(parent)) family.add(pid)
  }
  return processes.reduce((sum, [pid, , kilobytes]) => sum + (family.has(pid) ? kilobytes * 1024 : 0), 0)
}
