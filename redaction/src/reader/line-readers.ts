import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { heightOf, type Quad, widthOf } from '../geometry/quad.ts'
import type { Picture } from '../picture/picture.ts'
import { type Care, lineOf, type Networks, recogniseLine, type Step } from './recognise-line.ts'
import type { Line } from './text-reader.ts'

/** Lines of one picture, and how many of them were taken to be read, by whichever thread. */
export interface LinesToRead {
  picture: Picture
  quads: readonly Quad[]
  care: Care
  taken: Int32Array
}

interface ReadLine {
  index: number
  steps: Step[]
}

/** Reads lines that nobody took yet, one after the other, until none is left or the signal says stop. */
export async function workOff(
  networks: Networks,
  { picture, quads, care, taken }: LinesToRead,
  signal?: AbortSignal,
): Promise<ReadLine[]> {
  const read: ReadLine[] = []
  for (let index = take(taken); index < quads.length; index = take(taken)) {
    read.push({ index, steps: await recogniseLine(networks, picture, quads[index] as Quad, care) })
    if (signal?.aborted) Atomics.store(taken, 0, quads.length)
  }
  return read
}

const take = (taken: Int32Array) => Atomics.add(taken, 0, 1)

let helper: Worker | undefined

function startHelper(): Worker {
  const thread = new Worker(new URL('./reading-thread.ts', import.meta.url))
  thread.unref()
  thread.once('exit', () => {
    if (helper === thread) helper = undefined
  })
  return thread
}

/** Reads lines of one picture, on this thread and on a second one. */
export async function readLines(
  networks: Networks,
  picture: Picture,
  lines: readonly Quad[],
  care: Care,
  signal: AbortSignal | undefined,
): Promise<Line[]> {
  signal?.throwIfAborted()
  // The longest first, so that both threads end at about the same time.
  const quads = [...lines].sort((a, b) => aspectOf(b) - aspectOf(a))
  const work: LinesToRead = { picture, quads, care, taken: new Int32Array(new SharedArrayBuffer(4)) }
  const parts =
    quads.length > 1 ? [askHelper(work), workOff(networks, work, signal)] : [workOff(networks, work)]
  const read = (await Promise.all(parts)).flat()
  signal?.throwIfAborted()
  return read.map(({ index, steps }) => lineOf(steps, quads[index] as Quad))
}

const aspectOf = (quad: Quad) => widthOf(quad) / Math.max(1, heightOf(quad))

let lastAnswer: Promise<unknown> = Promise.resolve()

/** The second thread's share. It works for one picture after the other, so that no answer is taken for another's. */
function askHelper(work: LinesToRead): Promise<ReadLine[]> {
  const answer = lastAnswer.then(() => askFreeHelper(work))
  // Whoever waits for the answer hears of its failure; the next one is asked all the same.
  lastAnswer = answer.catch(() => {})
  return answer
}

async function askFreeHelper(work: LinesToRead): Promise<ReadLine[]> {
  helper ??= startHelper()
  const thread = helper
  // The process stays alive as long as an answer is to come.
  thread.ref()
  try {
    thread.postMessage(work)
    const [read] = (await once(thread, 'message')) as [ReadLine[]]
    return read
  } finally {
    thread.unref()
  }
}
