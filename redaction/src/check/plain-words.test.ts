import { expect, test } from 'vitest'
import { lineAt } from '../../test/line.ts'
import { plainWordsOf } from './plain-words.ts'

const partsOf = (text: string, confidence = 0.99) =>
  plainWordsOf({ ...lineAt(text, 0, 0), confidence }).map((part) => part.text.trim())

test('a line without anything like a digit is plain as a whole', () => {
  expect(partsOf('Exempt purchaser application')).toEqual(['Exempt purchaser application'])
})

test('a line that was not read with confidence has no plain part', () => {
  expect(partsOf('Exempt purchaser application', 0.85)).toEqual([])
})

test('words beside digits are not plain', () => {
  expect(partsOf('under the section 1115 of the Tax Law and Invoice 4400123 dated today or later')).toEqual([
    'under the',
    'the Tax Law and',
    'today or later',
  ])
})

test('single letters that may be digits count as digits', () => {
  expect(partsOf('this is the number lO SIB and then nothing')).toEqual(['this is the', 'then nothing'])
})

test('a word of which one letter is in doubt is not plain', () => {
  const line = lineAt('certificate of exemption 12', 0, 0)
  const [first, ...rest] = line.glyphs
  const doubtful = { ...line, glyphs: [{ ...first, confidence: 0.6 } as (typeof rest)[number], ...rest] }
  expect(plainWordsOf(doubtful)).toEqual([])
  expect(plainWordsOf(line).map(({ text }) => text.trim())).toEqual(['certificate of'])
})

/** The parts that are plain when these characters of a line, counted from 0, were read with a confidence of 0.6. */
const partsInDoubt = (text: string, doubtful: readonly number[]) => {
  const line = lineAt(text, 0, 0)
  const glyphs = line.glyphs.map((glyph, i) => (doubtful.includes(i) ? { ...glyph, confidence: 0.6 } : glyph))
  return plainWordsOf({ ...line, glyphs }).map((part) => part.text.trim())
}

test.each([
  ['blanks in doubt are nothing', [11, 14, 18, 28], ['certificate of tax']],
  ['a letter in doubt takes its word out, and no other', [0], ['of tax']],
  ['a word in doubt may be a number: the next one stays too', [12, 13], []],
])('%s', (_, doubtful, parts) => {
  expect(partsInDoubt('certificate of tax exemption 12', doubtful)).toEqual(parts)
})
