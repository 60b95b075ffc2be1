import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { createLog } from '../log.ts'
import { Sandbox } from './sandbox.ts'

const photo = readFileSync(new URL('../../../../redaction/test/cards/travel.jpg', import.meta.url))
// A part of the picture's own data, which no other file has.
const mark = photo.subarray(photo.length >> 1, (photo.length >> 1) + 32)

let sandbox: Sandbox
const open = () => {
  sandbox = new Sandbox(createLog('silent'), {
    processes: 1,
    reservedProcesses: 0,
    pageTimeoutMs: 120_000,
    fileTimeoutMs: 600_000,
    memoryBytes: 2 * 1024 ** 3,
    failAfterMs: 120_000,
  })
}
afterEach(() => sandbox.close())

/** Whether a process has these bytes anywhere in the memory that it can write to. */
function holds(pid: number, wanted: Buffer): boolean {
  const regions = [...readFileSync(`/proc/${pid}/maps`, 'latin1').matchAll(/^(\w+)-(\w+) rw/gm)]
  const memory = openSync(`/proc/${pid}/mem`, 'r')
  try {
    return regions.some(([, from, to]) => {
      const [start, end] = [Number.parseInt(from ?? '', 16), Number.parseInt(to ?? '', 16)]
      // Parts overlap, so that nothing is missed where they meet.
      const part = Buffer.alloc(Math.min(end - start, 16 * 1024 * 1024))
      for (let at = start; at < end; at += part.length - wanted.length) {
        const length = readPart(memory, part, at, Math.min(part.length, end - at))
        if (part.subarray(0, length).includes(wanted)) return true
        if (part.length <= wanted.length || at + part.length >= end) return false
      }
      return false
    })
  } finally {
    closeSync(memory)
  }
}

/** What the system keeps from every reader counts as empty. */
function readPart(memory: number, part: Buffer, at: number, length: number): number {
  try {
    return readSync(memory, part, 0, length, at)
  } catch {
    return 0
  }
}

function canReadMemory(): boolean {
  try {
    return holds(process.pid, Buffer.from(mark))
  } catch {
    return false
  }
}

test.skipIf(!canReadMemory())(
  'the process that read a card is gone with all its memory when the answer comes, and the next one is ready (needs to read /proc/PID/mem)',
  async () => {
    open()
    let reader: number | undefined
    let isFound = false
    const look = () => {
      reader = sandbox.figures.pids[0] as number
      process.kill(reader, 'SIGSTOP')
      isFound = holds(reader, mark)
      process.kill(reader, 'SIGCONT')
    }
    const answer = await sandbox.redact(photo, { card: 'front', whenFull: 'fail', onProgress: look })
    expect(answer).toMatchObject({ verdict: 'redacted', pages: [{ card: { program: 'smartpay' } }] })
    expect(isFound, 'the search finds the photo while it is read').toBe(true)
    expect(existsSync(`/proc/${reader}`), 'the process that read the card').toBe(false)
    await vi.waitUntil(() => sandbox.figures.pids.length === 1, { timeout: 60_000, interval: 10 })
    expect(holds(sandbox.figures.pids[0] as number, mark), 'the process for the next card').toBe(false)

    const refused = sandbox.redact(photo.subarray(0, 2000), { card: 'front', whenFull: 'fail' })
    const [pid] = sandbox.figures.pids
    expect(await refused).toMatchObject({ verdict: 'refused' })
    expect(existsSync(`/proc/${pid}`), 'the process of a photo that was refused').toBe(false)
    expect(sandbox.condition.restarts).toBe(0)
  },
)
