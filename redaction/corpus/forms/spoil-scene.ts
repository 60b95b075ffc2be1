/** What happens to a page on its way, beyond light and lens. */

import type { Scene } from '../photograph.ts'
import type { Random } from '../random.ts'
import type { Point, Quad } from '../sheet.ts'

const mostCut = 0.045
/** What was filled in keeps this distance from a cut, as a share of the width. */
const keptMargin = 0.008

/** Cuts off edges, though nothing that was filled in. */
export function crop(random: Random, scene: Scene): void {
  const { width, height } = scene
  const points = scene.kept.flatMap(({ characters }) => characters.flatMap(({ quad }) => quad))
  const margin = keptMargin * width
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  const cut = (room: number, side: number) =>
    Math.round(Math.max(0, Math.min(random.between(0, mostCut) * side, room - margin)))
  const left = cut(Math.min(width, ...xs), width)
  const right = width - cut(width - Math.max(0, ...xs), width)
  const top = cut(Math.min(height, ...ys), height)
  const bottom = height - cut(height - Math.max(0, ...ys), height)
  const pixels = new Uint8Array((right - left) * (bottom - top) * 3)
  for (let y = top; y < bottom; y++) {
    const row = scene.pixels.subarray((y * width + left) * 3, (y * width + right) * 3)
    pixels.set(row, (y - top) * (right - left) * 3)
  }
  const moved = ([x, y]: Point): Point => [x - left, y - top]
  scene.pixels = pixels
  scene.width = right - left
  scene.height = bottom - top
  scene.kept = scene.kept.map((label) => ({
    ...label,
    characters: label.characters.map(({ text, quad }) => ({ text, quad: quad.map(moved) as Quad })),
  }))
}

const paper = { threshold: 148, speckle: 0.0004, lostLine: 0.0012 }

/** Black and white, with specks, and lines of the picture that were lost. */
export function sendByFax(random: Random, { width, height, pixels }: Scene): void {
  const threshold = paper.threshold + random.between(-14, 14)
  for (let y = 0; y < height; y++) {
    const isLost = random.chance(paper.lostLine)
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3
      const light =
        0.3 * (pixels[at] as number) + 0.59 * (pixels[at + 1] as number) + 0.11 * (pixels[at + 2] as number)
      const isBlack = !isLost && (light < threshold || random.next() < paper.speckle)
      pixels.fill(isBlack ? 0 : 255, at, at + 3)
    }
  }
}
