import { expect, test } from 'vitest'
import { median, stretchLocalContrast } from './view.ts'

const [width, height] = [240, 120]
const grey = (of: (x: number, y: number) => number) =>
  Uint8Array.from({ length: width * height }, (_, i) => of(i % width, Math.floor(i / width)))
const isStroke = (x: number, y: number) => x % 10 < 3 && y % 20 < 14

test('makes faint strokes visible in dark and light areas', () => {
  const faint = grey((x, y) => (x < width / 2 ? 30 : 200) + (isStroke(x, y) ? 12 : 0) + ((7 * x + 5 * y) % 9))
  const stretched = stretchLocalContrast(faint, width, height)
  const at = (x: number, y: number) => stretched[y * width + x] as number
  for (const x of [40, 190]) expect(at(x + 1, 45) - at(x + 5, 45), `column ${x}`).toBeGreaterThan(24)
})

test('removes grain and keeps edges', () => {
  const edge = grey((x) => (x < 100 ? 20 : 220))
  const grainy = Uint8Array.from(edge)
  grainy[50 * width + 50] = 255
  expect(median(grainy, width, height)).toEqual(edge)
})
