import { fileURLToPath } from 'node:url'
import { InferenceSession } from 'onnxruntime-node'
import type { Networks } from './recognise-line.ts'

const modelPath = (name: string) => fileURLToPath(new URL(`../../models/${name}`, import.meta.url))

// Otherwise the library reports every use to its vendor and writes log files to the temporary and the home folder. It
// reads this when the first session is created. Reading threads start later and inherit it.
// biome-ignore lint/style/noProcessEnv: the library takes it in no other way
process.env.ORT_DISABLE_TELEMETRY = '1'

// Idle threads sleep: other work shares the machine.
const extra = { session: { intra_op: { allow_spinning: '0' } } }

/**
 * Finds lines, on both cores. Its large maps are taken from memory that is used again. Planned ahead for each size of
 * a page that memory would be far more, and stay.
 */
export const detectionSession = () =>
  InferenceSession.create(modelPath('ch_PP-OCRv4_det_infer.onnx'), {
    intraOpNumThreads: 2,
    enableCpuMemArena: true,
    enableMemPattern: false,
    extra,
  })

export const ownNetwork = modelPath('exempta_rec.onnx')
export const formerNetwork = modelPath('en_PP-OCRv4_rec.onnx')

/** Reads lines, on one core: two of them at work read a page faster than both cores on each line. */
export const recognitionSession = (path: string) =>
  InferenceSession.create(path, {
    intraOpNumThreads: 1,
    enableCpuMemArena: false,
    extra,
  })

export async function recognitionNetworks(): Promise<Networks> {
  const [own, former] = await Promise.all([recognitionSession(ownNetwork), recognitionSession(formerNetwork)])
  return { own, former }
}
