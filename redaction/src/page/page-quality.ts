import { heightOf, widthOf } from '../geometry/quad.ts'
import { type Picture, scalePicture, sharpOf } from '../picture/picture.ts'
import type { Line } from '../reader/text-reader.ts'

const blank = { minMean: 200, maxDeviation: 3 }
// Squares of this share of the longer side are larger than what the closer look blurs, so they differ less.
const coarse = { squares: 128, minDeviation: 6 }
const confident = 0.6
const minGlyphs = 3

/** An empty light sheet. A dark one is not blank: something may be on it that cannot be seen. */
export async function isBlank(page: Picture): Promise<boolean> {
  if (isMottled(page)) return false
  const small = await scalePicture(page, 512)
  const { channels } = await sharpOf(small).blur(1).stats()
  return channels.every(({ mean, stdev }) => mean > blank.minMean && stdev < blank.maxDeviation)
}

/** Whether even squares differ so much that the page is not blank, as those of most pages do. */
function isMottled({ width, height, pixels }: Picture): boolean {
  const side = Math.ceil(Math.max(width, height) / coarse.squares)
  let [count, sum, sumOfSquares] = [0, 0, 0]
  for (let top = 0; top + side <= height; top += side) {
    for (let left = 0; left + side <= width; left += side) {
      let total = 0
      for (let y = top; y < top + side; y++)
        for (let x = left; x < left + side; x++) total += pixels[(y * width + x) * 3 + 1] as number
      const mean = total / (side * side)
      count++
      sum += mean
      sumOfSquares += mean * mean
    }
  }
  return sumOfSquares / count - (sum / count) ** 2 > coarse.minDeviation ** 2
}

/** Most of the ink that looks like text was read with confidence. */
export function isReadable(lines: readonly Line[]): boolean {
  const good = lines.filter((line) => line.confidence >= confident)
  const glyphCount = good.reduce((sum, line) => sum + line.glyphs.length, 0)
  return glyphCount >= minGlyphs && areaOf(good) >= 0.5 * areaOf(lines)
}

const areaOf = (lines: readonly Line[]) =>
  lines.reduce((sum, { quad }) => sum + widthOf(quad) * heightOf(quad), 0)
