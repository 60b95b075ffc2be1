import { fileURLToPath } from 'node:url'
import { InferenceSession } from 'onnxruntime-node'
import type { Quad } from '../geometry/quad.ts'
import { batchesOf } from './batches.ts'
import { detectBoxes } from './detect-boxes.ts'
import { recogniseLines } from './recognise-lines.ts'
import type { Line, TextReader } from './text-reader.ts'
import { turnBoxes } from './turn-boxes.ts'

const modelPath = (name: string) => fileURLToPath(new URL(`../../models/${name}`, import.meta.url))

// The arena would keep the memory of the largest page for the life of the process.
const sessionOptions = {
  intraOpNumThreads: 2,
  enableCpuMemArena: false,
  // Idle threads sleep: other work shares the machine.
  extra: { session: { intra_op: { allow_spinning: '0' } } },
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
    const known = new Map<Quad, Line>()
    const recognise = async (quads: readonly Quad[]) => {
      signal?.throwIfAborted()
      for (const line of await recogniseLines(recognition, picture, quads)) known.set(line.quad, line)
    }
    const turned = await turnBoxes(boxes, async (quad) => {
      if (!known.has(quad)) await recognise([quad])
      return known.get(quad) as Line
    })
    for (const batch of batchesOf(turned.filter((box) => !known.has(box)))) await recognise(batch)
    return turned.map((box) => known.get(box) as Line).filter((line) => line.glyphs.length > 0)
  },
}
