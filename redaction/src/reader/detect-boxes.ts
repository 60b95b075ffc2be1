import type { InferenceSession } from 'onnxruntime-node'
import { Tensor } from 'onnxruntime-node'
import { findBlobs } from '../geometry/find-blobs.ts'
import { minAreaRect } from '../geometry/min-area-rect.ts'
import { growQuad, heightOf, mapQuad, type Point, type Quad, widthOf } from '../geometry/quad.ts'
import { type Picture, sharpOf } from '../picture/picture.ts'
import type { ReadOptions } from './text-reader.ts'

const inkThreshold = 0.3
const boxThreshold = 0.5
const minSidePx = 3
// The network marks the core of a line; the full line is about this much larger.
const growthRatio = 1.7

/** Rectangles at any angle that hold text, in pixels of the picture. */
export async function detectBoxes(
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
