import type { Fingerprint, Zone } from '@exempta/knowledge/schema'
import type { FilledForm, FinishedPage, FormEntry, LastPage, PageRange, Redaction } from '@exempta/redaction'
import { type CheckedAnswer, checkAnswer, type EngineOptions, type Order } from './engine-messages.ts'
import { readFrames, writeFrame } from './frames.ts'
import type { Isolation } from './isolation.ts'
import { type Launched, launch } from './launch.ts'
import { type EngineLimits, type LimitsWatch, preferToEnd, watchLimits } from './limits-watch.ts'
import { SandboxError, type SandboxFailure } from './sandbox-error.ts'

export type ConvertedTiff = { file: Uint8Array } | { advice: string }

export interface EngineJob {
  untrustedBytes: Uint8Array
  options: EngineOptions
  onProgress?: ((progress: { page: number; pageCount: number }) => void) | undefined
  /** Called after every page but the last; the engine waits for it. Returning false pauses the work. */
  onPage(page: FinishedPage): Promise<boolean>
  signal?: AbortSignal | undefined
}

// The time limit for starting the engine is independent of the files it will process.
const startTimeoutMs = 60_000
const abortGraceMs = 5_000
const errorOutputMaxLength = 8_192
const memoryWords = /out of memory|bad_alloc|cannot allocate|allocation failed|invalid array length/i
const ignore = () => {}

/** One sandboxed process. It runs one job at a time and cannot be used after `ended` has resolved. */
export class EngineProcess {
  readonly ready: Promise<void>
  readonly ended: Promise<void>
  jobsDone = 0
  readonly #launched: Launched
  readonly #limits: EngineLimits
  #pid: number | undefined
  #failure: SandboxFailure | undefined
  #errorOutput = ''
  #onAnswer: (answer: CheckedAnswer) => void = ignore

  constructor(isolation: Isolation, limits: EngineLimits) {
    this.#launched = launch(isolation)
    const { child, pid } = this.#launched
    this.#limits = limits
    void pid.then((found) => this.#know(found))
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#errorOutput = (this.#errorOutput + text).slice(-errorOutputMaxLength)
    })
    this.ended = new Promise((resolve) => {
      child.once('error', () => resolve())
      child.once('close', () => resolve())
    })
    this.ready = this.#attend((answer, done) => answer.type === 'ready' && done(), {
      ...limits,
      pageTimeoutMs: startTimeoutMs,
    })
    void this.#listen()
  }

  /** The process id of the engine itself, known shortly after its start. */
  get pid(): number | undefined {
    return this.#pid
  }

  /**
   * Undefined when the work was paused. Rejects with a `SandboxError` when the process ends before the result, with
   * the reason of the signal, or with what `onPage` threw.
   */
  async run({
    untrustedBytes,
    options,
    onProgress,
    onPage,
    signal,
  }: EngineJob): Promise<Redaction | undefined> {
    let grace: NodeJS.Timeout | undefined
    let paused: { error?: unknown } | undefined
    const abort = () => {
      this.#order({ type: 'abort' })
      grace ??= setTimeout(() => this.kill('crashed'), abortGraceMs)
    }
    const finishPage = async (page: FinishedPage, watch: LimitsWatch) => {
      watch.nextPage()
      try {
        if (!(await onPage(page))) paused = {}
      } catch (error) {
        paused = { error }
      }
      watch.nextPage()
      if (paused) abort()
      else this.#order({ type: 'continue' })
    }
    signal?.throwIfAborted()
    signal?.addEventListener('abort', abort)
    this.#order({ type: 'redact', options }, [untrustedBytes])
    try {
      const result = await this.#attend<Redaction | undefined>((answer, done, watch) => {
        if (answer.type === 'progress') {
          watch.nextPage()
          onProgress?.({ page: answer.page, pageCount: answer.pageCount })
        } else if (answer.type === 'page') void finishPage(answer.page, watch)
        else if (answer.type === 'result') done(answer.result)
        else if (answer.type === 'aborted') done(undefined)
      })
      this.jobsDone++
      if (result) return result
      signal?.throwIfAborted()
      if (!paused) throw new SandboxError('crashed')
      if (paused.error) throw paused.error
      return undefined
    } catch (error) {
      signal?.throwIfAborted()
      throw error
    } finally {
      clearTimeout(grace)
      signal?.removeEventListener('abort', abort)
    }
  }

  /** Loads what reading a picture needs, before there is one. */
  warmUp(): void {
    this.#order({ type: 'warm-up' })
  }

  /** Joins several PDFs that the engine has written. */
  async join(files: readonly Uint8Array[]): Promise<Uint8Array> {
    this.#order({ type: 'join' }, [...files])
    const joined = await this.#attend<Uint8Array>((answer, done) => {
      if (answer.type === 'joined') done(answer.file)
    })
    this.jobsDone++
    return joined
  }

  /** A PDF of each part of one that the engine has written. */
  async split(file: Uint8Array, parts: readonly PageRange[]): Promise<Uint8Array[]> {
    this.#order({ type: 'split', parts }, [file])
    const files = await this.#attend<Uint8Array[]>((answer, done) => {
      if (answer.type === 'split') done(answer.files)
    })
    this.jobsDone++
    if (files.length !== parts.length) throw new SandboxError('crashed')
    return files
  }

  /** A PDF of the pages of a TIFF, or what to do about one that can't be opened. */
  async convertTiff(untrustedBytes: Uint8Array): Promise<ConvertedTiff> {
    this.#order({ type: 'convert-tiff' }, [untrustedBytes])
    const converted = await this.#attend<ConvertedTiff>((answer, done) => {
      if (answer.type === 'joined') done({ file: answer.file })
      else if (answer.type === 'not-converted') done({ advice: answer.advice })
    })
    this.jobsDone++
    return converted
  }

  /** Sets values into a blank form. */
  async fill(untrustedBlank: Uint8Array, entries: readonly FormEntry[]): Promise<FilledForm> {
    this.#order({ type: 'fill', entries }, [untrustedBlank])
    const filled = await this.#attend<FilledForm>((answer, done) => {
      if (answer.type === 'filled') done({ file: answer.file, tooLong: answer.tooLong })
    })
    this.jobsDone++
    return filled
  }

  /** Learns a blank form: what recognizes its pages, and lays filled ones over them. */
  async learn(untrustedBlank: Uint8Array, zones: readonly Zone[]): Promise<Fingerprint['pages']> {
    this.#order({ type: 'learn', zones }, [untrustedBlank])
    const pages = await this.#attend<Fingerprint['pages']>((answer, done) => {
      if (answer.type === 'learned') done(answer.pages)
    })
    this.jobsDone++
    return pages
  }

  /** Adds a page behind a form that was filled in. */
  async addLastPage(untrustedFile: Uint8Array, page: LastPage): Promise<Uint8Array> {
    this.#order({ type: 'add-last-page', page }, [untrustedFile])
    const added = await this.#attend<Uint8Array>((answer, done) => {
      if (answer.type === 'page-added') done(answer.file)
    })
    this.jobsDone++
    return added
  }

  /** Ended by the server and not because of a file. */
  get wasClosed(): boolean {
    return this.#failure === 'closed'
  }

  /** Ends the process at once. The first failure is the one that is reported. */
  kill(failure: SandboxFailure): void {
    this.#failure ??= failure
    this.#launched.kill()
  }

  #know(pid: number | undefined) {
    this.#pid = pid
    if (pid !== undefined) void preferToEnd(pid)
  }

  #order(order: Order, parts: Uint8Array[] = []) {
    writeFrame(this.#launched.pipe, order, parts)
  }

  /** Handles answers until the last one of the task, within the limits. */
  async #attend<T>(
    onAnswer: (answer: CheckedAnswer, done: (value: T) => void, watch: LimitsWatch) => unknown,
    limits = this.#limits,
  ): Promise<T> {
    const outcome = Promise.withResolvers<T>()
    const watch = watchLimits(
      () => this.#pid,
      limits,
      (failure) => this.kill(failure),
    )
    this.#onAnswer = (answer) => onAnswer(answer, outcome.resolve, watch)
    const failed = this.ended.then(() => {
      throw new SandboxError(
        this.#failure ?? (memoryWords.test(this.#errorOutput) ? 'out-of-memory' : 'crashed'),
      )
    })
    try {
      return await Promise.race([outcome.promise, failed])
    } finally {
      watch.stop()
      this.#onAnswer = ignore
    }
  }

  async #listen() {
    try {
      for await (const frame of readFrames(this.#launched.pipe)) this.#onAnswer(checkAnswer(frame))
    } catch {
      // After a broken pipe or an invalid answer the process is not reused, and its job fails.
      this.kill('crashed')
    }
  }
}
