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
  const [red = 0, green = 0, blue = 0] = pixels.subarray(start * 3, start * 3 + 3)
  const isClose = (at: number) =>
    Math.abs((pixels[at * 3] as number) - red) < colourTolerance &&
    Math.abs((pixels[at * 3 + 1] as number) - green) < colourTolerance &&
    Math.abs((pixels[at * 3 + 2] as number) - blue) < colourTolerance
  const isSeen = new Uint8Array(width * height)
  const stack = new Int32Array(width * height)
  let [size, count] = [0, 0]
  const take = (at: number) => {
    if (isSeen[at] || !isClose(at)) return
    isSeen[at] = 1
    stack[size++] = at
  }
  const leftmost = new Int32Array(height).fill(width)
  const rightmost = new Int32Array(height).fill(-1)
  take(start)
  while (size > 0) {
    const at = stack[--size] as number
    const y = Math.floor(at / width)
    const x = at - y * width
    count++
    leftmost[y] = Math.min(leftmost[y] as number, x)
    rightmost[y] = Math.max(rightmost[y] as number, x)
    if (x > 0) take(at - 1)
    if (x < width - 1) take(at + 1)
    if (y > 0) take(at - width)
    if (y < height - 1) take(at + width)
  }
  const outline: Point[] = []
  leftmost.forEach((x, y) => {
    if (x < width) outline.push([x, y], [rightmost[y] as number, y])
  })
  const rect = minAreaRect(outline)
  const area = Math.max(1, widthOf(rect) * heightOf(rect))
  const aspect = widthOf(rect) / Math.max(1, heightOf(rect))
  const isStrip =
    aspect >= shape.minAspect &&
    aspect <= shape.maxAspect &&
    count / area >= shape.minFill &&
    area <= shape.maxShareOfPicture * width * height &&
    widthOf(rect) >= 0.12 * Math.max(width, height)
  return isStrip ? rect : undefined
}
