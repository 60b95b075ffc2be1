import { isInside, type Quad } from '../geometry/quad.ts'
import type { Picture } from '../picture/picture.ts'
import { detectBoxes } from './detect-boxes.ts'
import { readLines } from './line-readers.ts'
import { detectionSession, recognitionSession } from './sessions.ts'
import type { Line, TextReader } from './text-reader.ts'
import { turnBoxes, turnStrays } from './turn-boxes.ts'

const loadSessions = () => Promise.all([detectionSession(), recognitionSession()])

let sessions: ReturnType<typeof loadSessions> | undefined

/** PP-OCRv4 networks, loaded once per process at the first reading. */
export const onnxReader: TextReader = {
  async read(picture, { signal, known: areas = [], direction, ...options }) {
    sessions ??= loadSessions()
    const [detection, recognition] = await sessions
    const boxes = (await detectBoxes(detection, picture, options)).filter(
      (box) => !areas.some((area) => box.every((corner) => isInside(area, corner))),
    )
    const shared = share(picture)
    const known = new Map<Quad, Line>()
    const recognise = async (quads: readonly Quad[]) => {
      const unread = quads.filter((quad) => !known.has(quad))
      for (const line of await readLines(recognition, shared, unread, signal)) known.set(line.quad, line)
      return quads.map((quad) => known.get(quad) as Line)
    }
    const turned = await turnBoxes(boxes, recognise, direction)
    const read = await recognise(turned)
    const lines = direction === undefined ? await turnStrays(read, recognise) : read
    spare = shared.pixels.buffer
    return lines.filter((line) => line.glyphs.length > 0)
  },

  async readLines(picture, places, signal) {
    if (places.length === 0) return []
    sessions ??= loadSessions()
    const [, recognition] = await sessions
    const shared = share(picture)
    const lines = await readLines(recognition, shared, places, signal)
    spare = shared.pixels.buffer
    const byPlace = new Map(lines.map((line) => [line.quad, line]))
    return places.map((place) => byPlace.get(place) as Line)
  },
}

// Shared memory is freed late, so it is used again.
let spare: SharedArrayBuffer | undefined

/** The picture where both threads see it. */
function share({ width, height, pixels }: Picture) {
  const isEnough = spare && spare.byteLength >= pixels.length
  const memory = spare && isEnough ? spare : new SharedArrayBuffer(pixels.length)
  spare = undefined
  const shared = new Uint8Array(memory, 0, pixels.length)
  shared.set(pixels)
  return { width, height, pixels: shared }
}
