import { fileURLToPath } from 'node:url'
import { InferenceSession } from 'onnxruntime-node'

const modelPath = (name: string) => fileURLToPath(new URL(`../../models/${name}`, import.meta.url))

// The arena would keep the memory of the largest page. Idle threads sleep: other work shares the machine.
const sessionOptions = {
  enableCpuMemArena: false,
  extra: { session: { intra_op: { allow_spinning: '0' } } },
}

/** Finds lines, on both cores. */
export const detectionSession = () =>
  InferenceSession.create(modelPath('ch_PP-OCRv4_det_infer.onnx'), {
    intraOpNumThreads: 2,
    ...sessionOptions,
  })

/** Reads lines, on one core: two of them at work read a page faster than both cores on each line. */
export const recognitionSession = () =>
  InferenceSession.create(modelPath('en_PP-OCRv4_rec.onnx'), { intraOpNumThreads: 1, ...sessionOptions })
