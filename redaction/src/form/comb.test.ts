import { expect, test } from 'vitest'
import { charactersAt } from '../../test/line.ts'
import { withoutDividers } from './comb.ts'

/** Each character where its place says, in twelfths of a line's height. */
const row = (...places: [string, number][]) => places.flatMap(([text, at]) => charactersAt(text, at, 0))
const textOf = (glyphs: ReturnType<typeof row>) =>
  withoutDividers(glyphs)
    .map(({ text }) => text)
    .join('')
const inBoxes = (text: string, pitch = 27) =>
  row(...[...text].map((one, i): [string, number] => [one, i * pitch]))

test('lines between boxes are no digits, whether all of them were read or few', () => {
  expect(textOf(inBoxes('7|5|1|6|0|5|0|3', 15))).toBe('75160503')
  expect(textOf(inBoxes('715I1l6|0', 15))).toBe('75160')
  const last = inBoxes('75160503')
  expect(textOf([...last.slice(0, -1), ...charactersAt('1', 6.5 * 27, 0), ...last.slice(-1)])).toBe(
    '75160503',
  )
})

test('digits that look like lines stay, in boxes and in numbers that are written on', () => {
  expect(textOf(inBoxes('71516111'))).toBe('71516111')
  expect(textOf(charactersAt('7151614111', 0, 0))).toBe('7151614111')
  expect(textOf(charactersAt('11/7/2025', 0, 0))).toBe('11/7/2025')
})
