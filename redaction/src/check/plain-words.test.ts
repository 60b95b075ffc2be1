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

test('digits keep the words beside them', () => {
  expect(partsOf('under the section 1115 of the Tax Law and Invoice 4400123 dated today or later')).toEqual([
    'under the',
    'the Tax Law and',
    'today or later',
  ])
})

test('letters that may be digits count as such where they stand alone', () => {
  expect(partsOf('this is the number lO SIB and then nothing')).toEqual(['this is the', 'then nothing'])
})

test('a word of which one letter is in doubt is not plain', () => {
  const line = lineAt('certificate of exemption 12', 0, 0)
  const [first, ...rest] = line.glyphs
  const doubtful = { ...line, glyphs: [{ ...first, confidence: 0.6 } as (typeof rest)[number], ...rest] }
  expect(plainWordsOf(doubtful)).toEqual([])
  expect(plainWordsOf(line).map(({ text }) => text.trim())).toEqual(['certificate of'])
})
