import { heightOf, widthOf } from '../geometry/quad.ts'
import { type Picture, scalePicture, sharpOf } from '../picture/picture.ts'
import type { Line } from '../reader/text-reader.ts'

const blank = { minMean: 200, maxDeviation: 3 }
const confident = 0.6
const minGlyphs = 3

/** An empty light sheet. A dark one is not blank: something may be on it that cannot be seen. */
export async function isBlank(page: Picture): Promise<boolean> {
  const small = await scalePicture(page, 512)
  const { channels } = await sharpOf(small).blur(1).stats()
  return channels.every(({ mean, stdev }) => mean > blank.minMean && stdev < blank.maxDeviation)
}

/** Most of the ink that looks like text was read with confidence. */
export function isReadable(lines: readonly Line[]): boolean {
  const good = lines.filter((line) => line.confidence >= confident)
  const glyphCount = good.reduce((sum, line) => sum + line.glyphs.length, 0)
  return glyphCount >= minGlyphs && areaOf(good) >= 0.5 * areaOf(lines)
}

const areaOf = (lines: readonly Line[]) =>
  lines.reduce((sum, { quad }) => sum + widthOf(quad) * heightOf(quad), 0)
