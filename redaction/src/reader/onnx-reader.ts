import type { InferenceSession } from 'onnxruntime-node'
import { Tensor } from 'onnxruntime-node'
import { findBlobs } from '../geometry/find-blobs.ts'
import { minAreaRect } from '../geometry/min-area-rect.ts'
import { growQuad, heightOf, isInside, mapQuad, type Point, type Quad, widthOf } from '../geometry/quad.ts'
import { type Picture, sharpOf } from '../picture/picture.ts'
import { readLines } from './line-readers.ts'
import { detectionSession, recognitionNetworks } from './sessions.ts'
import type { Line, ReadOptions, TextReader } from './text-reader.ts'
import { turnBoxes, turnStrays } from './turn-boxes.ts'

const inkThreshold = 0.3
const boxThreshold = 0.5
const minSidePx = 3
// The network marks the core of a line; the full line is about this much larger.
const growthRatio = 1.7

/** Rectangles at any angle that hold text, in pixels of the picture. */
async function detectBoxes(
  session: InferenceSession,
  picture: Picture,
  { detectionSide, enlarge = false }: Omit<ReadOptions, 'signal'>,
): Promise<Quad[]> {
  const longer = Math.max(picture.width, picture.height)
  const scale = enlarge ? detectionSide / longer : Math.min(1, detectionSide / longer)
  const width = toMultipleOf32(picture.width * scale)
  const height = toMultipleOf32(picture.height * scale)
  const pixels = await sharpOf(picture).resize(width, height, { fit: 'fill' }).raw().toBuffer()
  const input = new Tensor('float32', normalise(pixels, width * height), [1, 3, height, width])
  const output = await session.run({ [session.inputNames[0] as string]: input })
  const ink = (output[session.outputNames[0] as string] as Tensor).data as Float32Array

  const toPicture = ([x, y]: Point): Point => [(x * picture.width) / width, (y * picture.height) / height]
  return findBlobs(ink, width, height, inkThreshold)
    .filter((blob) => blob.strength >= boxThreshold)
    .map((blob) => minAreaRect(blob.outline))
    .filter((rect) => heightOf(rect) >= minSidePx)
    .map((rect) => mapQuad(unclip(rect), toPicture))
}

function unclip(rect: Quad): Quad {
  const width = widthOf(rect)
  const height = heightOf(rect)
  const margin = (width * height * growthRatio) / (2 * (width + height))
  return growQuad(rect, margin, margin)
}

const toMultipleOf32 = (value: number) => Math.max(32, Math.round(value / 32) * 32)

const mean = [0.485, 0.456, 0.406] as const
const deviation = [0.229, 0.224, 0.225] as const
const normalised = mean.map((centre, channel) =>
  Float32Array.from({ length: 256 }, (_, value) => (value / 255 - centre) / (deviation[channel] as number)),
)

// Planes in the order blue, green, red: the networks were trained on that order.
function normalise(pixels: Uint8Array, count: number): Float32Array {
  const planes = new Float32Array(count * 3)
  for (let channel = 0; channel < 3; channel++) {
    const values = normalised[channel] as Float32Array
    const plane = channel * count
    for (let i = 0, p = 2 - channel; i < count; i++, p += 3)
      planes[plane + i] = values[pixels[p] as number] as number
  }
  return planes
}

const loadSessions = () => Promise.all([detectionSession(), recognitionNetworks()])

let sessions: ReturnType<typeof loadSessions> | undefined

/** Our own network and those of PP-OCRv4, loaded once per process at the first reading. */
export const onnxReader: TextReader = {
  async read(picture, { signal, known: areas = [], direction, care = 'quick', ...options }) {
    sessions ??= loadSessions()
    const [detection, recognition] = await sessions
    const boxes = (await detectBoxes(detection, picture, options)).filter(
      (box) => !areas.some((area) => box.every((corner) => isInside(area, corner))),
    )
    const shared = share(picture)
    const known = new Map<Quad, Line>()
    const recognise = async (quads: readonly Quad[]) => {
      const unread = quads.filter((quad) => !known.has(quad))
      for (const line of await readLines(recognition, shared, unread, care, signal))
        known.set(line.quad, line)
      return quads.map((quad) => known.get(quad) as Line)
    }
    const turned = await turnBoxes(boxes, recognise, direction)
    const read = await recognise(turned)
    const lines = direction === undefined ? await turnStrays(read, recognise) : read
    spare = shared.pixels.buffer
    return lines.filter((line) => line.glyphs.length > 0)
  },

  async readLines(picture, places, { care = 'quick', signal } = {}) {
    if (places.length === 0) return []
    sessions ??= loadSessions()
    const [, recognition] = await sessions
    const shared = share(picture)
    const lines = await readLines(recognition, shared, places, care, signal)
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
