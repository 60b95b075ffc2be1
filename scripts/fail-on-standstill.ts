/**
 * Loaded before every test file: a process that stands still in one is ended, which fails the run instead of holding
 * it up for ever. Vitest has no limit for code that never returns, or for an import that never ends.
 */
import { Worker } from 'node:worker_threads'
import { afterAll, expect } from 'vitest'

const { FAULT_ROUNDS = '1', SOAK_MINUTES = '0', STANDSTILL_MS } = process.env
const isLong = Number(FAULT_ROUNDS) > 3
const limitMs = Number(STANDSTILL_MS ?? ((isLong ? 240 : 12) + Number(SOAK_MINUTES)) * 60_000)

// Files of one process share its watcher, which is a thread: it also counts while the process is busy.
const shared = globalThis as { standstillWatcher?: Worker }
shared.standstillWatcher ??= new Worker(new URL('./standstill-watcher.ts', import.meta.url), {
  workerData: { pid: process.pid, limitMs },
})
const watcher = shared.standstillWatcher
watcher.unref()
watcher.postMessage(expect.getState().testPath)
afterAll(() => watcher.postMessage(undefined))
