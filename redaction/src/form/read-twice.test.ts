import type { Zone } from '@exempta/knowledge/schema'
import { expect, test } from 'vitest'
import { lineAt } from '../../test/line.ts'
import type { Quad } from '../geometry/quad.ts'
import { judgeValue } from './judge-value.ts'
import { readTwice } from './read-twice.ts'

const quad: Quad = [
  [0, 0],
  [300, 0],
  [300, 40],
  [0, 40],
]

const today = '2026-11-18'

/** A value as it was read first, one row after the other. */
function candidate(field: Zone['field'], texts: readonly string[], confidence = 0.99, state?: string) {
  const zone: Zone = { field, page: 1, x: 0, y: 0, width: 1, height: 0.1 }
  const rows = texts.map((text, i) =>
    lineAt(text, 0, 20 * i).glyphs.map((glyph) => ({ ...glyph, confidence })),
  )
  const filled = { zone, quad, rows, isDoubtful: false }
  return { filled, state, quad, judged: judgeValue(filled, state, 0.1, today) }
}

async function afterSecond(values: ReturnType<typeof candidate>[], again: readonly string[]) {
  const readPlaces = async (places: readonly Quad[]) =>
    places.map((_, i) => lineAt(again[i] ?? `no row ${i}`, 0, 0))
  const read = await readTwice(values, { readPlaces, isHeld: () => false }, 0.1, today)
  return read.map(({ judged }) => judged)
}

test.each([
  ['Sunrise Bakery', true],
  ['Sunrise Bakery.', true],
  ['SUNRISE BAKERY', true],
  ['SunriseBakery', true],
  ['Sunrise Bakry', false],
  ['Sun rise Bakery', false],
  ['Sunrise & Bakery', false],
])('"Sunrise Bakery" that is read again as "%s": sure is %s', async (again, isSure) => {
  expect(await afterSecond([candidate('purchaser', ['Sunrise Bakery'])], [again])).toMatchObject([
    { value: 'Sunrise Bakery', isSure },
  ])
})

test('each row of a value is compared with its own second reading', async () => {
  const values = [candidate('purchaser', ['Sunrise Bakery']), candidate('items', ['Books and', 'stationery'])]
  expect(await afterSecond(values, ['Sunrise Bakery', 'Books and', 'stationery'])).toMatchObject([
    { isSure: true },
    { isSure: true },
  ])
  expect(await afterSecond(values, ['Sunrise Bakery', 'Books and', 'stationary'])).toMatchObject([
    { isSure: true },
    { isSure: false },
  ])
})

test('a number that its state does not give is replaced by one that it does, and by nothing else', async () => {
  const read = candidate('number', ['6449863'], 0.99, 'PA')
  expect(await afterSecond([read], ['64498630'])).toMatchObject([{ value: '64498630', isSure: false }])
  expect(await afterSecond([read], ['644986'])).toMatchObject([{ value: '6449863', isSure: false }])
})

test('of two days the better read one is taken', async () => {
  expect(await afterSecond([candidate('signed-on', ['5/4/2025'], 0.6)], ['5/9/2025'])).toMatchObject([
    { value: '2025-05-09', isSure: false },
  ])
  expect(await afterSecond([candidate('signed-on', ['5/4/2025'], 0.89)], ['no day'])).toMatchObject([
    { value: '2025-05-04', isSure: false },
  ])
})
