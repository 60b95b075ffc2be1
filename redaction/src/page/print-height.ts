import { heightOf } from '../geometry/quad.ts'
import type { Line } from '../reader/text-reader.ts'

/** The usual height of lines that hold words. */
export function medianPrintHeight(lines: readonly Line[]): number {
  const heights = lines
    .filter(({ text }) => /[A-Za-z]{2}/.test(text))
    .map(({ quad }) => heightOf(quad))
    .sort((a, b) => a - b)
  return heights[Math.floor(heights.length / 2)] ?? 0
}
