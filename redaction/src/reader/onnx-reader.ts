import { fileURLToPath } from 'node:url'
import { InferenceSession } from 'onnxruntime-node'
import type { Quad } from '../geometry/quad.ts'
import { detectBoxes } from './detect-boxes.ts'
import { recogniseLine } from './recognise-line.ts'
import type { Line, TextReader } from './text-reader.ts'
import { turnBoxes } from './turn-boxes.ts'

const modelPath = (name: string) => fileURLToPath(new URL(`../../models/${name}`, import.meta.url))

// The arena would keep the memory of the largest page for the life of the process.
const sessionOptions = {
  intraOpNumThreads: 2,
  enableCpuMemArena: false,
  // Threads wait actively within a run only: other work shares the machine.
  extra: { session: { intra_op: { allow_spinning: '1' }, force_spinning_stop: '1' } },
}

const loadSessions = () =>
  Promise.all([
    InferenceSession.create(modelPath('ch_PP-OCRv4_det_infer.onnx'), sessionOptions),
    InferenceSession.create(modelPath('en_PP-OCRv4_rec.onnx'), sessionOptions),
  ])

let sessions: ReturnType<typeof loadSessions> | undefined

/** PP-OCRv4 networks, loaded once per process at the first reading. */
export const onnxReader: TextReader = {
  async read(picture, { signal, isKnown, ...options }) {
    sessions ??= loadSessions()
    const [detection, recognition] = await sessions
    const boxes = (await detectBoxes(detection, picture, options)).filter((box) => !isKnown?.(box))
    const recognise = remember((quad) => {
      signal?.throwIfAborted()
      return recogniseLine(recognition, picture, quad)
    })
    const lines: Line[] = []
    for (const box of await turnBoxes(boxes, recognise)) lines.push(await recognise(box))
    return lines.filter((line) => line.glyphs.length > 0)
  },
}

function remember(recognise: (quad: Quad) => Promise<Line>): (quad: Quad) => Promise<Line> {
  const known = new Map<Quad, Promise<Line>>()
  return (quad) => {
    const line = known.get(quad) ?? recognise(quad)
    known.set(quad, line)
    return line
  }
}
