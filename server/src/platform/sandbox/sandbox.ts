/**
 * Where uploaded bytes are parsed: a pool of processes that run the redaction engine, each without environment,
 * network or disk, and with a limit of time and memory. Bytes go in and results come out over a pipe. Processes
 * start when a file comes, and end when none has come for a while.
 */
import type { Redaction } from '@exempta/redaction'
import type { FastifyBaseLogger } from 'fastify'
import { fileReadings } from '../metrics/measurements.ts'
import type { EngineOptions } from './engine-messages.ts'
import { type EngineJob, EngineProcess } from './engine-process.ts'
import { findIsolation, type Isolation, type Protection } from './isolation.ts'
import type { EngineLimits } from './limits-watch.ts'
import { SandboxError } from './sandbox-error.ts'

export type { RedactedPage, Redaction } from '@exempta/redaction'
export { SandboxError }

export interface SandboxOptions extends EngineLimits {
  /** Most processes at a time. */
  processes: number
  /** Processes that files which can wait leave free for those which cannot. */
  keptFree: number
  /** Idle processes end after this time. */
  idleMs?: number
}

export interface RedactCall extends EngineOptions {
  /** `queue` waits before those that can wait; `fail` throws `busy` instead. */
  whenFull: 'wait' | 'queue' | 'fail'
  onProgress?: (progress: { page: number; pageCount: number }) => void
  signal?: AbortSignal
}

export interface SandboxCondition {
  most: number
  /** Processes that ended by themselves, or were ended for breaking a limit. */
  restarts: number
  /** Starts that failed one after the other. */
  failedStarts: number
  /** What isolates the processes, and what this system does not offer; empty until it was found out. */
  protections: readonly Protection[]
}

interface Task extends EngineJob {
  canWait: boolean
  resolve(result: Redaction): void
  reject(error: unknown): void
}

// A process is replaced after so many files: nothing that one left behind lives long.
const jobsPerProcess = 100
// The hard limit lies higher by this much: it counts memory that is asked for, the watch what is used.
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
  #isolation: Isolation | undefined
  #failedStarts = 0
  #restarts = 0
  #pause: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(log: FastifyBaseLogger, options: SandboxOptions) {
    this.#log = log
    this.#options = { idleMs: 300_000, ...options }
  }

  /** Redacts a file. Throws a `SandboxError` when there is no result, or the reason of the signal. */
  redact(untrustedBytes: Uint8Array, call: RedactCall): Promise<Redaction> {
    const { whenFull, onProgress, signal, ...options } = call
    const canWait = whenFull === 'wait'
    let drop: (() => void) | undefined
    const result = new Promise<Redaction>((resolve, reject) => {
      signal?.throwIfAborted()
      if (this.#isClosed) throw new SandboxError('closed')
      const urgent = this.#waiting.filter((task) => !task.canWait).length
      const isFull = this.#running.size + urgent >= this.#options.processes
      if ((whenFull === 'fail' && isFull) || (whenFull === 'queue' && urgent >= queueMax)) {
        throw new SandboxError('busy')
      }
      const task: Task = { untrustedBytes, options, onProgress, signal, canWait, resolve, reject }
      drop = () => this.#drop(task, signal?.reason)
      signal?.addEventListener('abort', drop)
      this.#waiting.splice(canWait ? this.#waiting.length : urgent, 0, task)
      this.#advance()
    })
    const begunMs = performance.now()
    const tell = (outcome: string) => fileReadings.tell({ outcome, ms: performance.now() - begunMs })
    result.then(
      ({ verdict }) => tell(verdict),
      (error: unknown) => tell(error instanceof SandboxError ? error.trouble : 'abandoned'),
    )
    return result.finally(() => drop && signal?.removeEventListener('abort', drop))
  }

  /** How many files that can wait are worked on at a time. */
  get places(): number {
    return Math.max(1, this.#options.processes - this.#options.keptFree)
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

  /** How the pool is doing since the start. */
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

  /** Waiting files that may run now; `#waiting` holds those that cannot wait first. */
  #due(): Task[] {
    const { processes, keptFree } = this.#options
    const patient = [...this.#running.values()].filter(({ canWait }) => canWait).length
    const urgent = this.#waiting.filter(({ canWait }) => !canWait).length
    const places = Math.max(0, processes - keptFree - patient)
    return this.#waiting.slice(0, urgent + places)
  }

  async #run(engine: EngineProcess, task: Task) {
    clearTimeout(this.#idle.get(engine))
    this.#idle.delete(engine)
    this.#running.set(engine, task)
    try {
      task.resolve(await engine.run(task))
    } catch (error) {
      task.reject(error)
    }
    this.#running.delete(engine)
    if (engine.jobsDone >= jobsPerProcess) engine.kill('closed')
    else if (this.#engines.has(engine)) this.#rest(engine)
    this.#advance()
  }

  #rest(engine: EngineProcess) {
    const timer = setTimeout(() => engine.kill('closed'), this.#options.idleMs)
    this.#idle.set(engine, timer)
  }

  #findIsolation(): Isolation {
    this.#isolation ??= findIsolation(this.#options.memoryBytes + askedForBytes)
    return this.#isolation
  }

  #start() {
    if (this.#pause || this.#isClosed || this.#engines.size >= this.#options.processes) return
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
