import { fileURLToPath } from 'node:url'
import { InferenceSession } from 'onnxruntime-node'
import { detectBoxes } from './detect-boxes.ts'
import { recogniseLine } from './recognise-line.ts'
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
  async read(picture, { signal, ...options }) {
    sessions ??= loadSessions()
    const [detection, recognition] = await sessions
    const boxes = await detectBoxes(detection, picture, options)
    const turned = await turnBoxes(boxes, (quad) => recogniseLine(recognition, picture, quad))
    const lines: Line[] = []
    for (const box of turned) {
      signal?.throwIfAborted()
      lines.push(await recogniseLine(recognition, picture, box))
    }
    return lines.filter((line) => line.glyphs.length > 0)
  },
}
