import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { Duplex } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { EngineData, FromEngine, ToEngine } from './engine-messages.ts'

const terminateCode = 'X'.charCodeAt(0)

/**
 * Looks to the client library like the socket of a PostgreSQL server; behind it is the engine's thread.
 * Destroying it ends the thread, whatever the engine is doing: the files are then as after a crash,
 * and the next start recovers them from the write-ahead log.
 */
export class EngineStream extends Duplex {
  readonly #folder: string
  readonly #free: Promise<void>
  #thread: Worker | undefined
  #isClosing = false

  /** `free` resolves when the thread before this one is gone: two engines on one folder lose data. */
  constructor(folder: string, free: Promise<void>) {
    super()
    this.#folder = folder
    this.#free = free
  }

  connect(): this {
    this.#free
      .then(() => {
        if (!this.destroyed) this.#start()
      })
      .catch((error) => this.destroy(error))
    return this
  }

  #start(): void {
    const thread = new Worker(new URL('./engine-thread.ts', import.meta.url), {
      workerData: { folder: this.#folder, wasm: compiledEngine() } satisfies EngineData,
      name: 'database',
    })
    this.#thread = thread
    thread.on('message', (message: FromEngine) => this.#receive(message))
    thread.on('error', (error) => this.destroy(error))
    thread.on('exit', () => {
      this.#thread = undefined
      this.destroy(this.#isClosing ? undefined : new Error('The embedded database stopped.'))
    })
  }

  #receive(message: FromEngine): void {
    if (message.kind === 'ready') this.emit('connect')
    else if (message.kind === 'bytes') this.push(message.bytes)
    else this.destroy(new Error(`The embedded database stopped: ${message.reason}`))
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this._writev([{ chunk, encoding: 'buffer' as BufferEncoding }], done)
  }

  override _writev(
    chunks: { chunk: Buffer; encoding: BufferEncoding }[],
    done: (error?: Error | null) => void,
  ): void {
    const bytes = new Uint8Array(chunks.reduce((sum, { chunk }) => sum + chunk.length, 0))
    let offset = 0
    for (const { chunk } of chunks) {
      bytes.set(chunk, offset)
      offset += chunk.length
    }
    if (bytes[0] === terminateCode) {
      this.#isClosing = true
      this.#send({ kind: 'close' })
    } else {
      this.#send({ kind: 'bytes', bytes }, [bytes.buffer])
    }
    done()
  }

  #send(message: ToEngine, transfer: ArrayBuffer[] = []): void {
    this.#thread?.postMessage(message, transfer)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    const ended = this.#thread?.terminate() ?? Promise.resolve()
    ended.then(
      () => done(error),
      (failure) => done(failure),
    )
  }

  // The client library sets these on a socket; a thread has no such thing.
  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    this.#thread?.ref()
    return this
  }

  unref(): this {
    this.#thread?.unref()
    return this
  }
}

// Each of them alone changes nothing once the process runs.
const unoptimized = ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']

let compiled: WebAssembly.Module | undefined

/**
 * The engine's code, compiled once per process and shared by its threads: reopening takes half the time. Synchronous,
 * so that the thread is there before the program goes on to load its modules.
 */
export function compiledEngine(): WebAssembly.Module {
  if (!canOptimize(Math.min(totalmem(), process.constrainedMemory() || Infinity))) {
    for (const flag of unoptimized) setFlagsFromString(flag)
  }
  const file = new URL('./pglite.wasm', import.meta.resolve('@electric-sql/pglite'))
  compiled ??= new WebAssembly.Module(readFileSync(file))
  return compiled
}

/**
 * To optimize the one function that evaluates expressions takes 1.2 GB for a few seconds. Unoptimized, queries take
 * about a third longer.
 */
export function canOptimize(memoryBytes: number): boolean {
  return memoryBytes >= 3 * 1024 ** 3
}
