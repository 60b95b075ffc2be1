import type { Finding } from '../finding.ts'
import { minAreaRect } from '../geometry/min-area-rect.ts'
import {
  axesOf,
  centre,
  growQuad,
  heightOf,
  mapQuad,
  type Point,
  type Quad,
  sliceOf,
  widthOf,
} from '../geometry/quad.ts'
import { type Picture, scalePicture } from '../picture/picture.ts'
import type { Line } from '../reader/text-reader.ts'

const workingSide = 480
const colourTolerance = 34
const anchor = /sign(?:ed|ature)|authori[sz]ed/i
const shape = { minAspect: 2.5, maxAspect: 18, minFill: 0.6, maxShareOfPicture: 0.4 }

/** The light strip that holds signature and code: grown from the code, or from below the words above it. */
export async function findSignatureStrips(
  page: Picture,
  lines: readonly Line[],
  codes: readonly Quad[],
): Promise<Finding[]> {
  const small = await scalePicture(page, workingSide)
  const factor = page.width / small.width
  const seeds = [
    ...codes.flatMap(besides),
    ...lines.filter(({ text }) => anchor.test(text)).flatMap(({ quad }) => below(quad)),
  ]
  const strips: Quad[] = []
  for (const [x, y] of seeds) {
    if (strips.some((strip) => isNear(strip, [x, y]))) continue
    const strip = growFrom(small, Math.round(x / factor), Math.round(y / factor))
    if (strip) strips.push(mapQuad(strip, ([px, py]) => [px * factor, py * factor]))
  }
  return strips.map((quad) => ({
    kind: 'signature-strip',
    quad: growQuad(quad, 0.1 * heightOf(quad), 0.08 * heightOf(quad)),
    confidence: 0.7,
    source: 'position',
  }))
}

const besides = (code: Quad): Point[] => [centre(sliceOf(code, -0.5, -0.3)), centre(sliceOf(code, 1.15, 1.3))]

function below(quad: Quad): Point[] {
  const [x, y] = centre(quad)
  const { across } = axesOf(quad)
  return [1.6, 2.4].map((lines) => {
    const step = lines * heightOf(quad)
    return [x + across[0] * step, y + across[1] * step]
  })
}

function isNear(strip: Quad, [x, y]: Point): boolean {
  const [cx, cy] = centre(strip)
  return Math.hypot(x - cx, y - cy) < widthOf(strip) / 2
}

function growFrom({ width, height, pixels }: Picture, startX: number, startY: number): Quad | undefined {
  if (startX < 1 || startY < 1 || startX >= width - 1 || startY >= height - 1) return undefined
  const start = startY * width + startX
  const colour = [0, 1, 2].map((channel) => pixels[start * 3 + channel] as number)
  const isClose = (at: number) =>
    colour.every((value, channel) => Math.abs((pixels[at * 3 + channel] as number) - value) < colourTolerance)
  const isSeen = new Uint8Array(width * height)
  const stack = [start]
  const points: Point[] = []
  isSeen[start] = 1
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const x = at % width
    points.push([x, Math.floor(at / width)])
    const around = [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width]
    for (const next of around) {
      if (next < 0 || next >= isSeen.length || isSeen[next] || !isClose(next)) continue
      isSeen[next] = 1
      stack.push(next)
    }
  }
  const rect = minAreaRect(points)
  const area = Math.max(1, widthOf(rect) * heightOf(rect))
  const aspect = widthOf(rect) / Math.max(1, heightOf(rect))
  const isStrip =
    aspect >= shape.minAspect &&
    aspect <= shape.maxAspect &&
    points.length / area >= shape.minFill &&
    area <= shape.maxShareOfPicture * width * height &&
    widthOf(rect) >= 0.12 * Math.max(width, height)
  return isStrip ? rect : undefined
}
