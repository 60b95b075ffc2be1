/**
 * Uploaded files are parsed in a pool of processes that run the redaction engine, each without environment, network
 * or disk access and with time and memory limits. Files and results are sent over a pipe. Processes start when a file
 * arrives and end when they are idle.
 */
import type { Fingerprint, Zone } from '@exempta/knowledge/schema'
import type { FilledForm, FinishedPage, FormEntry, LastPage, PageRange, Redaction } from '@exempta/redaction'
import type { FastifyBaseLogger } from 'fastify'
import { fileReadings } from '../measurements.ts'
import type { EngineOptions } from './engine-messages.ts'
import { type ConvertedTiff, EngineProcess } from './engine-process.ts'
import { findIsolation, type Isolation, type Protection } from './isolation.ts'
import type { EngineLimits } from './limits-watch.ts'
import { SandboxError } from './sandbox-error.ts'

export type {
  FilledForm,
  FinishedPage,
  FormEntry,
  LastPage,
  RedactedPage,
  Redaction,
} from '@exempta/redaction'
export { SandboxError }

export interface SandboxOptions extends EngineLimits {
  /** Maximum number of processes. */
  processes: number
  /** Processes reserved for calls that cannot wait. */
  reservedProcesses: number
  /** Idle processes end after this time. */
  idleMs?: number
  /** Longest that a call with `whenFull: 'fail'` waits for a process. */
  failAfterMs?: number
  /** While others wait, a file that has been processed for this long yields after its current page. */
  turnMs?: number
}

export interface RedactCall extends Omit<EngineOptions, 'firstPage'> {
  /**
   * `wait` is for documents. `queue` is for stamps: they get at most one process and alternate with documents. `fail`
   * takes precedence over both and throws `busy` when no process becomes free in time.
   */
  whenFull: 'wait' | 'queue' | 'fail'
  onProgress?: (progress: { page: number; pageCount: number }) => void
  /** Where finished pages are kept; in memory when not given. */
  pages?: FinishedPages
  signal?: AbortSignal
}

/** The finished pages of a file, from the first one. Processing continues with the page after them. */
export interface FinishedPages {
  readonly count: number
  /** Called after every page but the last. What it throws stops the work there, and `redact` throws it. */
  add(page: FinishedPage): Promise<void>
  /** The first pages, as many as are asked for. */
  load(count: number): Promise<FinishedPage[]>
}

export interface SandboxCondition {
  most: number
  /** Processes that ended by themselves, or were ended for breaking a limit. */
  restarts: number
  /** Number of starts that failed in a row. */
  failedStarts: number
  /** What isolates the processes, and what this system does not offer; empty until it was found out. */
  protections: readonly Protection[]
}

interface Task {
  whenFull: RedactCall['whenFull']
  /** Its process ends with it, because the photo of a card and its number stay in the memory of whatever read them. */
  endsProcess: boolean
  run(engine: EngineProcess): Promise<void>
  reject(error: unknown): void
}

// A process is replaced after this many files, so that nothing one of them left behind lives long.
const jobsPerProcess = 100
// The hard limit is higher by this much, because it counts requested memory while the watch counts used memory.
const askedForBytes = 1024 ** 3
const queueMax = 100
const backOff = { firstMs: 100, mostMs: 10_000, triesBeforeGivingUp: 4 }

export class Sandbox {
  readonly #options: Required<SandboxOptions>
  readonly #log: FastifyBaseLogger
  readonly #engines = new Set<EngineProcess>()
  readonly #running = new Map<EngineProcess, Task>()
  readonly #idle = new Map<EngineProcess, NodeJS.Timeout>()
  #waiting: Task[] = []
  #wasStampLast = false
  #isolation: Isolation | undefined
  #failedStarts = 0
  #restarts = 0
  #pause: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(log: FastifyBaseLogger, options: SandboxOptions) {
    this.#log = log
    this.#options = { idleMs: 300_000, failAfterMs: 10_000, turnMs: 500, ...options }
  }

  /**
   * Redacts a file. Throws a `SandboxError` when there is no result, or the signal's reason. A PDF yields between two
   * pages when others wait, and continues after them.
   */
  async redact(untrustedBytes: Uint8Array, call: RedactCall): Promise<Redaction> {
    const begunMs = performance.now()
    let outcome = 'abandoned'
    try {
      const result = await this.#redactInTurns(untrustedBytes, call)
      outcome = result.verdict
      return result
    } catch (error) {
      if (error instanceof SandboxError) outcome = error.failure
      throw error
    } finally {
      fileReadings.record({ outcome, ms: performance.now() - begunMs })
    }
  }

  /** Sets values into a blank form, for a call that cannot wait. Throws a `SandboxError` when there is no result. */
  fill(untrustedBlank: Uint8Array, entries: readonly FormEntry[], signal?: AbortSignal): Promise<FilledForm> {
    return this.#inTurn('fail', signal, (engine) => engine.fill(untrustedBlank, entries))
  }

  /** Learns a blank form, for a call that cannot wait. Throws a `SandboxError` when there is no result. */
  learn(
    untrustedBlank: Uint8Array,
    zones: readonly Zone[],
    signal?: AbortSignal,
  ): Promise<Fingerprint['pages']> {
    return this.#inTurn('fail', signal, (engine) => engine.learn(untrustedBlank, zones))
  }

  /** Makes a PDF of a TIFF. Throws a `SandboxError` when there is no result. */
  convertTiff(untrustedBytes: Uint8Array): Promise<ConvertedTiff> {
    return this.#inTurn('wait', undefined, (engine) => engine.convertTiff(untrustedBytes))
  }

  /** Splits a redacted PDF. Throws a `SandboxError` when there is no result. */
  split(file: Uint8Array, parts: readonly PageRange[], signal?: AbortSignal): Promise<Uint8Array[]> {
    return this.#inTurn('wait', signal, (engine) => engine.split(file, parts))
  }

  /** Adds a page behind a form that was filled in. What was there keeps its bytes. */
  addLastPage(untrustedFile: Uint8Array, page: LastPage, signal?: AbortSignal): Promise<Uint8Array> {
    return this.#inTurn('fail', signal, (engine) => engine.addLastPage(untrustedFile, page))
  }

  async #redactInTurns(untrustedBytes: Uint8Array, call: RedactCall): Promise<Redaction> {
    const { whenFull, onProgress, pages = pagesInMemory(), signal, ...options } = call
    for (;;) {
      const before = pages.count
      const work = (engine: EngineProcess) => {
        const begunMs = performance.now()
        return engine.run({
          untrustedBytes,
          options: { ...options, firstPage: before + 1 },
          onProgress,
          onPage: async (page) => {
            await pages.add(page)
            return performance.now() - begunMs < this.#options.turnMs || !this.#isWantedByOthers(engine)
          },
          signal,
        })
      }
      const result = await this.#inTurn(whenFull, signal, work, options.card !== undefined)
      if (!result) continue
      if (result.verdict === 'refused' || before === 0) return result
      const earlier = await pages.load(before)
      const files = [...earlier.map(({ file }) => file), result.output]
      return joinedResult(
        earlier,
        result,
        await this.#inTurn(whenFull, signal, (engine) => engine.join(files)),
      )
    }
  }

  /** Waits for a process and does the work in it. */
  #inTurn<T>(
    whenFull: RedactCall['whenFull'],
    signal: AbortSignal | undefined,
    work: (engine: EngineProcess) => Promise<T>,
    endsProcess = false,
  ): Promise<T> {
    signal?.throwIfAborted()
    if (this.#isClosed) throw new SandboxError('closed')
    if (whenFull === 'queue' && this.#waitingFor('queue').length >= queueMax) throw new SandboxError('busy')
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const run = (engine: EngineProcess) => (endsProcess ? endAfter(engine, work) : work(engine))
    const task: Task = { whenFull, endsProcess, reject, run: (engine) => run(engine).then(resolve, reject) }
    const drop = () => this.#drop(task, signal?.reason)
    const late = () => this.#drop(task, new SandboxError('busy'))
    const timer = whenFull === 'fail' ? setTimeout(late, this.#options.failAfterMs) : undefined
    signal?.addEventListener('abort', drop)
    this.#waiting.push(task)
    this.#advance()
    return promise.finally(() => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', drop)
    })
  }

  /** How many files that can wait are processed at a time. */
  get slots(): number {
    return Math.max(1, this.#options.processes - this.#options.reservedProcesses)
  }

  /** Finds out what isolates the processes on this system, and logs it. */
  reportProtections(): void {
    const { protections, failures } = this.#findIsolation()
    const namesOf = (isActive: boolean) =>
      protections.filter((protection) => protection.isActive === isActive).map(({ name }) => name)
    const [active, missing] = [namesOf(true), namesOf(false)]
    const remedies = [...new Set(protections.flatMap(({ remedy }) => remedy ?? []))]
    if (missing.length === 0) this.#log.info({ active }, 'the sandbox has all its protections')
    else
      this.#log.warn({ active, missing, remedies, failures }, 'the sandbox lacks protections on this system')
  }

  /** Process ids and what is under way, for operators and tests. */
  get figures() {
    return {
      pids: [...this.#engines].flatMap(({ pid }) => pid ?? []),
      running: this.#running.size,
      waiting: this.#waiting.length,
    }
  }

  /** The state of the pool since the start. */
  get condition(): SandboxCondition {
    return {
      most: this.#options.processes,
      restarts: this.#restarts,
      failedStarts: this.#failedStarts,
      protections: this.#isolation?.protections ?? [],
    }
  }

  /** Ends all processes; their files and those that wait get `closed`. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#pause)
    for (const task of this.#waiting.splice(0)) task.reject(new SandboxError('closed'))
    for (const engine of this.#engines) engine.kill('closed')
    await Promise.all([...this.#engines].map(({ ended }) => ended))
  }

  #drop(task: Task, reason: unknown) {
    if (!this.#waiting.includes(task)) return
    this.#waiting = this.#waiting.filter((other) => other !== task)
    task.reject(reason)
  }

  /** Gives waiting files to idle processes, and starts processes for the rest. */
  #advance() {
    for (const task of this.#due()) {
      const [engine] = this.#idle.keys()
      if (!engine) break
      this.#waiting = this.#waiting.filter((other) => other !== task)
      void this.#run(engine, task)
    }
    const starting = this.#engines.size - this.#running.size - this.#idle.size
    for (let count = starting; count < this.#due().length; count++) this.#start()
  }

  /** Waiting tasks that may run now, in their order. `without` is a running one, supposed to have ended. */
  #due(without?: EngineProcess): Task[] {
    const { processes, reservedProcesses } = this.#options
    const running = [...this.#running].filter(([engine]) => engine !== without)
    const free = (whenFull: Task['whenFull'], slots: number) =>
      Math.max(0, slots - running.filter(([, task]) => task.whenFull === whenFull).length)
    const stamps = this.#waitingFor('queue').slice(0, free('queue', Math.max(1, Math.floor(processes / 4))))
    const documents = this.#waitingFor('wait').slice(0, free('wait', processes - reservedProcesses))
    const others = this.#wasStampLast ? [...documents, ...stamps] : [...stamps, ...documents]
    return [...this.#waitingFor('fail'), ...others]
  }

  #waitingFor(whenFull: Task['whenFull']): Task[] {
    return this.#waiting.filter((task) => task.whenFull === whenFull)
  }

  /** Whether a task waits that could run if this process were free. */
  #isWantedByOthers(engine: EngineProcess): boolean {
    const isFull = this.#idle.size === 0 && this.#engines.size >= this.#options.processes
    return isFull && this.#due(engine).length > 0
  }

  async #run(engine: EngineProcess, task: Task) {
    clearTimeout(this.#idle.get(engine))
    this.#idle.delete(engine)
    this.#running.set(engine, task)
    if (task.whenFull !== 'fail') this.#wasStampLast = task.whenFull === 'queue'
    await task.run(engine)
    this.#running.delete(engine)
    if (engine.jobsDone >= jobsPerProcess) engine.kill('closed')
    else if (this.#engines.has(engine)) this.#rest(engine)
    this.#advance()
    if (task.endsProcess) this.#startSpare()
  }

  /** Starts the process for the next card ahead, so that no one at the counter waits for it. */
  #startSpare() {
    const isOneFree = this.#engines.size > this.#running.size
    if (!isOneFree) this.#start()?.warmUp()
  }

  #rest(engine: EngineProcess) {
    const timer = setTimeout(() => engine.kill('closed'), this.#options.idleMs)
    this.#idle.set(engine, timer)
  }

  #findIsolation(): Isolation {
    this.#isolation ??= findIsolation(this.#options.memoryBytes + askedForBytes)
    return this.#isolation
  }

  #start(): EngineProcess | undefined {
    if (this.#pause || this.#isClosed || this.#engines.size >= this.#options.processes) return undefined
    const engine = new EngineProcess(this.#findIsolation(), this.#options)
    this.#engines.add(engine)
    void engine.ended.then(() => this.#forget(engine))
    engine.ready.then(
      () => {
        this.#failedStarts = 0
        this.#rest(engine)
        this.#advance()
      },
      (error: unknown) => this.#backOff(error),
    )
    return engine
  }

  #forget(engine: EngineProcess) {
    this.#engines.delete(engine)
    this.#running.delete(engine)
    if (!engine.wasClosed) this.#restarts++
    clearTimeout(this.#idle.get(engine))
    this.#idle.delete(engine)
    this.#advance()
  }

  #backOff(error: unknown) {
    if (this.#isClosed) return
    this.#failedStarts++
    this.#log.error({ err: error, failedStarts: this.#failedStarts }, 'a sandboxed process did not start')
    if (this.#failedStarts >= backOff.triesBeforeGivingUp) {
      for (const task of this.#waiting.splice(0)) task.reject(new SandboxError('crashed', { cause: error }))
    }
    const pauseMs = Math.min(backOff.mostMs, backOff.firstMs * 2 ** (this.#failedStarts - 1))
    clearTimeout(this.#pause)
    this.#pause = setTimeout(() => {
      this.#pause = undefined
      this.#advance()
    }, pauseMs)
  }
}

/** Only when the process is gone is there an answer. */
async function endAfter<T>(engine: EngineProcess, work: (engine: EngineProcess) => Promise<T>): Promise<T> {
  try {
    return await work(engine)
  } finally {
    engine.kill('closed')
    await engine.ended
  }
}

function pagesInMemory(): FinishedPages {
  const kept: FinishedPage[] = []
  return {
    get count() {
      return kept.length
    },
    add: async (page) => void kept.push(page),
    load: async (count) => kept.slice(0, count),
  }
}

type Released = Exclude<Redaction, { verdict: 'refused' }>

/** The result of a whole file, when `last` is the result of the pages after the earlier ones. */
function joinedResult(earlier: readonly FinishedPage[], last: Released, output: Uint8Array): Released {
  const pages = [...earlier.map(({ file: _, thumbnail: __, ...page }) => page), ...last.pages]
  const isClean = pages.every(({ findings }) => findings.length === 0)
  const thumbnail = earlier[0]?.thumbnail ?? last.thumbnail
  return { ...last, verdict: isClean ? 'clean' : 'redacted', pages, output, thumbnail }
}
