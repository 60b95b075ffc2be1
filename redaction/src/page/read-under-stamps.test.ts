import { expect, test } from 'vitest'
import { lineAt } from '../../test/line.ts'
import type { Picture } from '../picture/picture.ts'
import type { Line } from '../reader/text-reader.ts'
import { readUnderStamps } from './read-under-stamps.ts'

/** A page with a stamp of one color over something black. */
function pageWith([red, green, blue]: readonly [number, number, number]): Picture {
  const pixels = new Uint8Array(600 * 200 * 3).fill(255)
  for (let y = 80; y < 140; y++)
    for (let x = 40; x < 500; x++) if (x % 20 < 8) pixels.set([red, green, blue], (y * 600 + x) * 3)
  pixels.fill(0, (110 * 600 + 60) * 3, (110 * 600 + 300) * 3)
  return { width: 600, height: 200, pixels }
}

const print = [lineAt('Prairie County Office', 20, 10), lineAt('Dear Sir or Madam', 20, 40)]
const stamp = (confidence: number): Line => ({
  ...lineAt('EmREGEAED', 40, 80),
  quad: [
    [40, 80],
    [500, 80],
    [500, 140],
    [40, 140],
  ],
  confidence,
})

/** Tells where dark ink is left, as a reader that sees nothing else. */
const reader = {
  read: async ({ width, pixels }: Picture) => {
    const isDark = Array.from(pixels).some((value, at) => at % 3 === 0 && value < 50)
    const isStamped = pixels.some((value, at) => value < 100 && pixels[at + width * 3 * 4] === value)
    return isDark && !isStamped ? [lineAt('SSN 219-09-4471', 20, 12)] : []
  },
}

test.each([
  ['a red stamp that was read badly', [204, 51, 51], 0.6, true],
  ['a blue stamp that was read badly', [51, 51, 204], 0.6, true],
  ['a stamp that was read well', [204, 51, 51], 0.97, false],
  ['a black stamp', [20, 20, 20], 0.6, false],
] as const)('under %s', async (_, color, confidence, isRead) => {
  const lines = await readUnderStamps(reader, pageWith(color), [...print, stamp(confidence)], {
    detectionSide: 1120,
  })
  const below = lines.slice(3)
  expect(below.map(({ text }) => text)).toEqual(isRead ? ['SSN 219-09-4471'] : [])
  // In pixels of the page.
  if (isRead) expect(below[0]?.quad[0]).toEqual([42, 74])
})
