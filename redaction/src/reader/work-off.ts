import type { InferenceSession } from 'onnxruntime-node'
import type { Quad } from '../geometry/quad.ts'
import type { Picture } from '../picture/picture.ts'
import type { Step } from './ctc-decode.ts'
import { recogniseLine } from './recognise-line.ts'

/** Lines of one picture, and how many of them were taken to be read, by whichever thread. */
export interface LinesToRead {
  picture: Picture
  quads: readonly Quad[]
  taken: Int32Array
}

export interface ReadLine {
  index: number
  steps: Step[]
}

/** Reads lines that nobody took yet, one after the other, until none is left or the signal says stop. */
export async function workOff(
  session: InferenceSession,
  { picture, quads, taken }: LinesToRead,
  signal?: AbortSignal,
): Promise<ReadLine[]> {
  const read: ReadLine[] = []
  for (let index = take(taken); index < quads.length; index = take(taken)) {
    read.push({ index, steps: await recogniseLine(session, picture, quads[index] as Quad) })
    if (signal?.aborted) Atomics.store(taken, 0, quads.length)
  }
  return read
}

const take = (taken: Int32Array) => Atomics.add(taken, 0, 1)
