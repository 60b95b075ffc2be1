import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { textPdf, textPdfOfPages } from '../../../test/text-pdf.ts'
import { blankPng, cyclicPdf } from './files.fixture.ts'
import { type FinishedPage, type Redaction, Sandbox, type SandboxOptions } from './sandbox.ts'

// One of the two databases runs it, for both.
const rounds = Math.max(3, Number(process.env.FAULT_ROUNDS))
const card = await readFile(
  new URL('../../../../redaction/golden/card-1019-plain-upright-front.jpg', import.meta.url),
)
// The quickest one that has something to hide; the whole of it is read within the longest time until a kill.
const form = textPdf(['Social security number 219-09-9999'], { width: 400, height: 60 })
const longestRunMs = 600
const wait = { whenFull: 'wait' } as const

let sandbox: Sandbox
const open = (options: Partial<SandboxOptions> = {}) => {
  sandbox = new Sandbox(pino({ level: 'silent' }), {
    processes: 2,
    reservedProcesses: 0,
    memoryBytes: 1024 ** 3,
    pageTimeoutMs: 120_000,
    fileTimeoutMs: 600_000,
    ...options,
  })
  return sandbox
}
afterEach(() => sandbox.close())

const childrenFile = `/proc/self/task/${process.pid}/children`
const children = async () => (await readFile(childrenFile, 'latin1')).trim()

describe('the sandbox', () => {
  test('gives results and progress from one warm process, without an environment', async () => {
    open()
    const progress: unknown[] = []
    const result = await sandbox.redact(form, { ...wait, onProgress: (step) => progress.push(step) })
    expect(result).toMatchObject({
      verdict: 'redacted',
      type: 'pdf',
      pages: [{ width: expect.any(Number) }],
    })
    expect(progress).toEqual([{ page: 1, pageCount: 1 }])
    const [pid, ...others] = sandbox.figures.pids
    expect(others).toEqual([])
    expect(await sandbox.redact(Buffer.from('hello'), wait)).toMatchObject({
      verdict: 'refused',
      reason: 'unsupported-type',
    })
    expect(sandbox.figures.pids).toEqual([pid])

    const about = (file: string) => readFile(`/proc/${pid}/${file}`, 'latin1')
    // Bubblewrap says where the process stands.
    const environment = (await about('environ')).split('\0').filter((entry) => entry && entry !== 'PWD=/')
    expect(environment).toEqual(['MALLOC_ARENA_MAX=2'])
    expect(await about('oom_score_adj')).toBe('900\n')
  })

  test.runIf(existsSync('/proc/self/stat'))(
    'a good file passes beside twelve busy loops: its own processor time counts, not the clock',
    async () => {
      // The limit comes from the same file, so that the test says the same on slow and quick machines.
      open({ processes: 1 })
      const neededMs = await processorTimeOf(() => sandbox.redact(form, wait))
      await sandbox.close()
      open({ processes: 1, pageTimeoutMs: 3 * neededMs })
      await sandbox.redact(blankPng(), wait)
      const loops = Array.from({ length: 12 }, () =>
        spawn(process.execPath, ['-e', 'for(;;);'], { stdio: 'ignore' }),
      )
      try {
        expect(await sandbox.redact(form, wait)).toMatchObject({ verdict: 'redacted' })
      } finally {
        for (const loop of loops) loop.kill('SIGKILL')
      }
    },
  )

  /** What the one process of the sandbox, started before, uses for some work. */
  async function processorTimeOf(work: () => Promise<unknown>): Promise<number> {
    await sandbox.redact(blankPng(), wait)
    const usedMs = async () => {
      const stat = await readFile(`/proc/${sandbox.figures.pids[0]}/stat`, 'latin1')
      const [user, system] = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .slice(11)
      return (Number(user) + Number(system)) * 10
    }
    const before = await usedMs()
    await work()
    return (await usedMs()) - before
  }

  test('reports why there is no result, and continues with other files', async () => {
    open({ processes: 1, pageTimeoutMs: 10_000, failAfterMs: 0 })
    const frozen = Promise.withResolvers<void>()
    const freeze = () => {
      process.kill(sandbox.figures.pids[0] as number, 'SIGSTOP')
      frozen.resolve()
    }
    const stuck = sandbox.redact(form, { ...wait, onProgress: freeze })
    const timedOut = expect(stuck).rejects.toMatchObject({ failure: 'timed-out' })
    await frozen.promise
    await expect(sandbox.redact(blankPng(), { whenFull: 'fail' })).rejects.toMatchObject({ failure: 'busy' })
    const stopped = new AbortController()
    const aborted = sandbox.redact(blankPng(), { ...wait, signal: stopped.signal })
    const next = sandbox.redact(blankPng(), wait)
    stopped.abort(new Error('not wanted any more'))
    await expect(aborted).rejects.toThrow('not wanted any more')
    await timedOut
    expect(await next).toMatchObject({ verdict: 'clean' })

    const stop = new AbortController()
    const running = sandbox.redact(form, {
      ...wait,
      signal: stop.signal,
      onProgress: () => stop.abort(new Error('enough')),
    })
    await expect(running).rejects.toThrow('enough')

    const unfinished = sandbox.redact(cyclicPdf(), wait)
    const queued = sandbox.redact(form, wait)
    const ends = Promise.allSettled([unfinished, queued])
    await sandbox.close()
    const closed = { status: 'rejected', reason: { failure: 'closed' } }
    expect(await ends).toMatchObject([closed, closed])
    await expect(sandbox.redact(form, wait)).rejects.toMatchObject({ failure: 'closed' })
    expect(sandbox.figures).toEqual({ pids: [], running: 0, waiting: 0 })
  })

  const smallPage = { width: 400, height: 60 }
  const longForm = textPdfOfPages(
    [['Exemption certificate'], ['Social security number 219-09-9999'], ['The last page of it']],
    smallPage,
  )

  test('a long PDF makes room between two pages and loses none; a card does not wait for its end', async () => {
    open({ processes: 1, turnMs: 0 })
    const ended: string[] = []
    const begun = Promise.withResolvers<void>()
    const long = sandbox
      .redact(longForm, { ...wait, onProgress: () => begun.resolve() })
      .finally(() => ended.push('long'))
    await begun.promise
    const others = [
      sandbox.redact(blankPng(), wait).finally(() => ended.push('short')),
      sandbox.redact(blankPng(), { whenFull: 'fail' }).finally(() => ended.push('card')),
    ]
    await Promise.all([long, ...others])
    expect(ended).toEqual(['card', 'short', 'long'])
    const result = await long
    if (result.verdict === 'refused') throw new Error(result.reason)
    const kinds = result.pages.map(({ findings }) => findings.map(({ kind }) => kind))
    expect([result.verdict, kinds]).toEqual(['redacted', [[], ['ssn'], []]])
    expect(result.pages.map(({ picture }) => Boolean(picture))).toEqual([true, true, true])

    // The joined file is read again: every page is in its place, with its words.
    const again = await sandbox.redact(result.output, { ...wait, boxes: [] })
    if (again.verdict === 'refused') throw new Error(again.reason)
    const texts = again.pages.map(({ words }) => words.map(({ text }) => text).join(' '))
    expect(texts).toEqual([
      'Exemption certificate',
      expect.stringMatching(/Social ?security ?number/),
      'The last page of it',
    ])
    expect(texts[1]).not.toContain('219')
  })

  test('a file goes on after the pages that were finished before its process was killed', async () => {
    open({ processes: 1 })
    const kept: FinishedPage[] = []
    const pages = {
      get count() {
        return kept.length
      },
      add: async (page: FinishedPage) => void kept.push(page),
      load: async (count: number) => kept.slice(0, count),
    }
    const begun: number[] = []
    const onProgress = ({ page }: { page: number }) => {
      begun.push(page)
      if (begun.length === 2) process.kill(sandbox.figures.pids[0] as number, 'SIGKILL')
    }
    const call = { ...wait, pages, onProgress }
    await expect(sandbox.redact(longForm, call)).rejects.toMatchObject({ failure: 'crashed' })
    expect(await sandbox.redact(longForm, call)).toMatchObject({ verdict: 'redacted', pages: [{}, {}, {}] })
    expect(begun).toEqual([1, 2, 2, 3])
  })

  test('stamps alternate with documents, one at a time', async () => {
    const stamp = { whenFull: 'queue', boxes: [], stamp: ['ada@example.org'] } as const
    open({ processes: 1 })
    const ended: string[] = []
    const note = (name: string) => () => void ended.push(name)
    await Promise.all([
      ...Array.from({ length: 4 }, () => sandbox.redact(blankPng(), stamp).then(note('s'))),
      ...Array.from({ length: 2 }, () => sandbox.redact(blankPng(), wait).then(note('d'))),
    ])
    expect(ended.join('')).toBe('sdsdss')
    await sandbox.close()

    open({ processes: 2 })
    const stamps = Array.from({ length: 4 }, () => sandbox.redact(blankPng(), stamp))
    await vi.waitUntil(() => sandbox.figures.running > 0, { timeout: 60_000, interval: 1 })
    expect(sandbox.figures).toMatchObject({ running: 1, waiting: 3 })
    expect(await sandbox.redact(blankPng(), wait)).toMatchObject({ verdict: 'clean' })
    await Promise.all(stamps)
  })

  test('ends a process that takes too much memory', async () => {
    open({ memoryBytes: 200 * 1024 ** 2 })
    await expect(sandbox.redact(card, wait)).rejects.toMatchObject({ failure: 'out-of-memory' })
  })

  test('keeps a slot free for urgent work', async () => {
    // A busy machine takes long to start a process, and the first file must not make room between its pages.
    open({ reservedProcesses: 1, failAfterMs: 120_000, turnMs: 600_000 })
    const frozen = Promise.withResolvers<number>()
    const onProgress = ({ page }: { page: number }) => {
      if (page > 1) return
      const pid = sandbox.figures.pids[0] as number
      process.kill(pid, 'SIGSTOP')
      frozen.resolve(pid)
    }
    // Of several pages, so that it is still being read when the first progress arrives here.
    const patient = [sandbox.redact(longForm, { ...wait, onProgress }), sandbox.redact(form, wait)]
    const pid = await frozen.promise
    expect(sandbox.figures).toMatchObject({ running: 1, waiting: 1 })
    expect(await sandbox.redact(blankPng(), { whenFull: 'fail' })).toMatchObject({ verdict: 'clean' })
    expect(sandbox.figures).toMatchObject({ running: 1, waiting: 1 })
    process.kill(pid, 'SIGCONT')
    // The time limit of the engine may have run out for the frozen file. The one that waited is read.
    const [, waited] = await Promise.all(patient)
    expect(waited).toMatchObject({ verdict: 'redacted' })
  })

  test.runIf(existsSync(childrenFile))(
    `loses no job in ${rounds} kills, and comes back to rest`,
    async () => {
      const before = await children()
      open({ idleMs: 200 })
      let answered = 0
      const untilDone = async (bytes: Uint8Array, name: string): Promise<Redaction> => {
        for (;;) {
          try {
            return await sandbox.redact(bytes, wait)
          } catch (error) {
            expect(error, name).toMatchObject({ name: 'SandboxError', failure: 'crashed' })
          }
        }
      }
      for (let round = 0; round < rounds; round++) {
        const jobs = [form, ...Array.from({ length: 8 }, () => blankPng())].map(async (bytes) => {
          const name = `round ${round}, a ${bytes === form ? 'form' : 'blank page'}`
          const { verdict } = await untilDone(bytes, name)
          expect(verdict, name).toBe(bytes === form ? 'redacted' : 'clean')
          answered++
        })
        await vi.waitUntil(() => sandbox.figures.running > 0, { timeout: 60_000, interval: 5 })
        await delay(Math.random() * longestRunMs)
        for (const pid of sandbox.figures.pids) process.kill(pid, 'SIGKILL')
        await Promise.all(jobs)
      }
      expect(answered).toBe(rounds * 9)
      await vi.waitUntil(async () => (await children()) === before, { timeout: 60_000 })
      expect(sandbox.figures).toEqual({ pids: [], running: 0, waiting: 0 })
    },
  )
})
