import type { Bounds } from '../geometry/quad.ts'
import type { Picture } from '../picture/picture.ts'

/**
 * What the characters of a text layer look like on the page. A shape that was read once as the character that the file
 * says needs no second reading, wherever it is and whichever font, path or picture drew it.
 */

/** How a character looks, brought to one size. */
export interface Shape {
  aspect: number
  grid: Float32Array
  /** Whether a reading showed that this is the character that the file says. */
  isProved: boolean
}

export const grid = { width: 12, height: 16, samples: 2 }
// Background and ink must differ by this much; with less, reading decides.
const minContrast = 60
// Ink weaker than this belongs to the soft edge of a character, or to its neighbor.
const minInk = 80
// Share of the ink in which two pictures of a character may differ. On real forms a letter and a digit differ by 0.28
// and more, but for those of one stroke; two sizes of a font differ by less than 0.2.
export const maxDifference = 0.25
const maxStretch = 0.2
// A shape that differs from every other digit by more than this cannot be one of them. More than `maxDifference`, since
// not all fonts were seen.
export const distinctFrom = 0.3
const bar = { maxAspect: 0.3, minInk: 0.4 }
// In pixels: no character of ordinary print is larger, and a larger place could hold several.
const maxSide = 120
// Share of the pixels around a character that show the background. Less, and it is a piece cut out of something else.
const minFree = 0.45

export type ShapesByCharacter = ReadonlyMap<string, readonly Shape[]>

/** Shapes of characters: those that were known before, and those that a document has shown so far. */
export function createShapes(known: ShapesByCharacter = new Map(), tolerance = maxDifference) {
  const byCharacter = new Map(known)
  // Most characters are drawn with exactly the pixels of an earlier one.
  const byPixels = new Map<string, Shape>()
  const distinct = new Map<Shape, boolean>()
  return {
    /** Whether a shape is unlike all shapes of other digits, so that the character it means is no other one. */
    isDistinct(shape: Shape, character: string): boolean {
      let answer = distinct.get(shape)
      if (answer === undefined) {
        answer = [...byCharacter].every(
          ([other, shapes]) =>
            other === character ||
            !/\d/.test(other) ||
            shapes.every((one) => differenceOf(one, shape) > distinctFrom),
        )
        distinct.set(shape, answer)
      }
      return answer
    },

    /** What is seen at a place, the shape of before if it is the same; undefined when no character can be recognized there. */
    at(picture: Picture, character: string, place: Bounds): Shape | undefined {
      const cut = cutOut(picture, place)
      if (!cut) return undefined
      const key = `${character}${cut.width} ${Buffer.from(cut.ink).toString('latin1')}`
      let shape = byPixels.get(key)
      if (!shape) {
        const found = shapeOf(cut)
        const others = byCharacter.get(character) ?? []
        shape = others.find((other) => differenceOf(other, found) <= tolerance) ?? found
        if (shape === found) byCharacter.set(character, [...others, found])
        byPixels.set(key, shape)
      }
      return shape
    },
  }
}

export type Shapes = ReturnType<typeof createShapes>

interface Cut {
  width: number
  height: number
  /** How far each pixel is from the background: 0 to 255. */
  ink: Uint8Array
}

function cutOut({ width, height, pixels }: Picture, place: Bounds): Cut | undefined {
  const left = Math.max(0, Math.floor(place.left))
  const top = Math.max(0, Math.floor(place.top))
  const right = Math.min(width, Math.ceil(place.right))
  const bottom = Math.min(height, Math.ceil(place.bottom))
  const [wide, high] = [right - left, bottom - top]
  if (!(wide > 0 && high > 0 && wide <= maxSide && high <= maxSide)) return undefined
  const background = backgroundOf(pixels, width, { left, top, right, bottom })
  if (background === undefined) return undefined
  const ink = new Uint8Array(wide * high)
  let most = 0
  for (let y = 0, at = 0; y < high; y++) {
    for (let x = 0, p = ((top + y) * width + left) * 3; x < wide; x++, at++, p += 3) {
      const value = distanceTo(background, pixels, p)
      ink[at] = value
      if (value > most) most = value
    }
  }
  if (most < minContrast) return undefined
  for (let at = 0; at < ink.length; at++) ink[at] = Math.round(((ink[at] as number) * 255) / most)
  return { width: wide, height: high, ink }
}

/** The color around the place; undefined when too much around it is of other colors. */
function backgroundOf(
  pixels: Uint8Array,
  width: number,
  { left, top, right, bottom }: Bounds,
): number | undefined {
  const height = pixels.length / 3 / width
  const around: number[] = []
  const look = (x: number, y: number) => {
    if (x >= 0 && y >= 0 && x < width && y < height) around.push((y * width + x) * 3)
  }
  for (let x = left - 1; x <= right; x++) {
    look(x, top - 2)
    look(x, bottom + 1)
  }
  for (let y = top; y < bottom; y++) {
    look(left - 1, y)
    look(right, y)
  }
  const background = mostCommon(
    around.map(
      (p) => ((pixels[p] as number) << 16) | ((pixels[p + 1] as number) << 8) | (pixels[p + 2] as number),
    ),
  )
  const free = around.filter((p) => distanceTo(background, pixels, p) < minContrast)
  return free.length >= minFree * around.length ? background : undefined
}

function mostCommon(values: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  let best = { value: 0xffffff, count: 0 }
  for (const [value, count] of counts) if (count > best.count) best = { value, count }
  return best.value
}

const distanceTo = (color: number, pixels: Uint8Array, p: number) =>
  Math.max(
    Math.abs((pixels[p] as number) - (color >> 16)),
    Math.abs((pixels[p + 1] as number) - ((color >> 8) & 255)),
    Math.abs((pixels[p + 2] as number) - (color & 255)),
  )

/** The ink without what surrounds it, brought to the size of the grid. */
function shapeOf(cut: Cut): Shape {
  const { left, top, width, height } = strokesOf(cut)
  const values = new Float32Array(grid.width * grid.height)
  const weight = 1 / (255 * grid.samples ** 2)
  const across = stepsAlong(left, width, cut.width, grid.width * grid.samples)
  const down = stepsAlong(top, height, cut.height, grid.height * grid.samples)
  for (let j = 0; j < down.share.length; j++) {
    const above = (down.first[j] as number) * cut.width
    const below = (down.second[j] as number) * cut.width
    const fy = down.share[j] as number
    const row = Math.floor(j / grid.samples) * grid.width
    for (let i = 0; i < across.share.length; i++) {
      const [from, to] = [across.first[i] as number, across.second[i] as number]
      const fx = across.share[i] as number
      const upper = (cut.ink[above + from] as number) * (1 - fx) + (cut.ink[above + to] as number) * fx
      const lower = (cut.ink[below + from] as number) * (1 - fx) + (cut.ink[below + to] as number) * fx
      const at = row + Math.floor(i / grid.samples)
      values[at] = (values[at] as number) + (upper * (1 - fy) + lower * fy) * weight
    }
  }
  const shape = { aspect: width / height, grid: values, isProved: false }
  return { ...shape, isProved: isBar(shape) }
}

/** For each of `count` even steps along a side: the two pixels that it lies between, and the share of the second. */
function stepsAlong(start: number, length: number, size: number, count: number) {
  const first = new Uint16Array(count)
  const second = new Uint16Array(count)
  const share = new Float32Array(count)
  for (let i = 0; i < count; i++) {
    const place = start + ((i + 0.5) / count) * length - 0.5
    const pixel = Math.max(0, Math.floor(place))
    first[i] = pixel
    second[i] = Math.min(size - 1, pixel + 1)
    share[i] = Math.max(0, place - pixel)
  }
  return { first, second, share }
}

/** A plain upright stroke, as I and l are in many fonts. Nobody can distinguish them, and the only digit it can be is a one. */
const isBar = ({ aspect, grid: values }: Shape) =>
  aspect < bar.maxAspect && values.every((value) => value >= bar.minInk)

function strokesOf({ width, height, ink }: Cut) {
  const strokes = { left: width, top: height, right: 0, bottom: 0 }
  for (let at = 0; at < ink.length; at++) {
    if ((ink[at] as number) < minInk) continue
    const [x, y] = [at % width, Math.floor(at / width)]
    strokes.left = Math.min(strokes.left, x)
    strokes.right = Math.max(strokes.right, x)
    strokes.top = Math.min(strokes.top, y)
    strokes.bottom = Math.max(strokes.bottom, y)
  }
  const { left, top, right, bottom } = strokes
  return { left, top, width: right - left + 1, height: bottom - top + 1 }
}

/** Share of the ink in which two shapes differ, unless one is much wider. */
export function differenceOf(a: Shape, b: Shape): number {
  if (Math.abs(Math.log(a.aspect / b.aspect)) > maxStretch) return 1
  let difference = 0
  let total = 0
  for (let i = 0; i < a.grid.length; i++) {
    const [one, other] = [a.grid[i] as number, b.grid[i] as number]
    difference += Math.abs(one - other)
    total += Math.max(one, other)
  }
  return total === 0 ? 1 : difference / total
}
