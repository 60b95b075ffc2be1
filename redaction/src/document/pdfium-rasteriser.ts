import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { limits } from '../limits.ts'
import { Refusal, type RefusalReason } from '../refusal.ts'
import type { PdfAnswer, PdfThreadData } from './pdf/pdf-thread.ts'
import type { Rasteriser } from './rasteriser.ts'

let program: Promise<WebAssembly.Module> | undefined

const compile = async () =>
  WebAssembly.compile(await readFile(new URL(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm'))))

/** A thread that waits for its file. Starting one takes longer than drawing a page, so the next one is started ahead. */
let next: Worker | undefined

async function startThread(): Promise<Worker> {
  program ??= compile()
  const data: PdfThreadData = { wasm: await program }
  const thread = new Worker(new URL('./pdf/pdf-thread.ts', import.meta.url), {
    workerData: data,
    // What pdfium says of a file is not for the console.
    stdout: true,
    stderr: true,
  })
  // Heard by whoever waits for an answer; between two answers nobody does, and the next one will not come.
  thread.on('error', () => {})
  thread.once('exit', () => {
    if (next === thread) next = undefined
  })
  return thread
}

async function startNext(): Promise<void> {
  const thread = await startThread()
  // The process may end while the thread has nothing to do.
  thread.unref()
  next ??= thread
  if (next !== thread) await thread.terminate()
}

/** PDF pages as they are seen, form fields included. Each document has a thread of its own, which ends with it. */
export const pdfiumRasteriser: Rasteriser = {
  async open(untrustedBytes) {
    const waiting = next
    next = undefined
    const thread = waiting ?? (await startThread())
    thread.ref()
    thread.postMessage(untrustedBytes)
    const opened = await answerOf<'opened'>(thread, 'damaged')
    void startNext()
    return {
      pageCount: opened.pageCount,
      page: async (index) => {
        thread.postMessage(index)
        return (await answerOf<'page'>(thread, 'too-complex')).image
      },
      close: async () => {
        await thread.terminate()
      },
    }
  },
}

/** The next answer. Without one in time the thread is ended: some drawings never come to an end. */
async function answerOf<Kind extends PdfAnswer['kind']>(thread: Worker, crash: RefusalReason) {
  const late = new AbortController()
  const watch = watchTime(thread, () => late.abort())
  try {
    const [answer] = (await once(thread, 'message', { signal: late.signal })) as [PdfAnswer]
    if (answer.kind === 'refused') throw new Refusal(answer.reason)
    return answer as Extract<PdfAnswer, { kind: Kind }>
  } catch (cause) {
    await thread.terminate()
    if (cause instanceof Refusal) throw cause
    throw new Refusal(late.signal.aborted ? 'too-complex' : crash, { cause })
  } finally {
    clearInterval(watch)
  }
}

const watchMs = 100

/**
 * Calls back when a thread has used as much processor time as a page may take, because on a busy machine good files would
 * fail by the clock. A thread that uses none for as long is stuck.
 */
function watchTime(thread: Worker, onLate: () => void): NodeJS.Timeout {
  let from: number | undefined
  let used = 0
  let usedAtClockMs = performance.now()
  return setInterval(async () => {
    // A thread that has ended uses no more.
    const usage = await thread.cpuUsage().catch(() => undefined)
    const ms = usage && (usage.user + usage.system) / 1000
    if (ms !== undefined) from ??= ms
    if (ms !== undefined && ms > used) [used, usedAtClockMs] = [ms, performance.now()]
    const isStuck = performance.now() - usedAtClockMs > limits.pdfPageMs
    if (isStuck || used - (from ?? used) > limits.pdfPageMs) onLate()
  }, watchMs)
}
