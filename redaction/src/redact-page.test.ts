import { expect, test } from 'vitest'
import { lineAt } from '../test/line.ts'
import { searchableWords } from './redact-page.ts'

const word = (text: string, left: number, top: number) => ({ text, quad: lineAt(text, left, top).quad })
const textsOf = (words: Parameters<typeof searchableWords>[0]) =>
  searchableWords(words, {}).map(({ text }) => text)

test('words without a secret are kept', () => {
  const words = [word('EIN', 0, 0), word('52-1234567', 60, 0), word('9999', 0, 40)]
  expect(textsOf(words)).toEqual(['EIN', '52-1234567', '9999'])
})

test('words that form a secret together are removed, even if only their positions connect them', () => {
  const row = [word('SSN', 0, 0), word('219-09', 60, 0), word('9999', 150, 0)]
  expect(textsOf(row)).toEqual(['SSN', '9999'])
  const apart = [word('219099999', 60, 2), word('Name', 0, 40), word('SSN', 0, 0)]
  expect(textsOf(apart)).toEqual(['Name', 'SSN'])
})

test('words that form a secret after others are removed are removed, too', () => {
  const values = ['66928807563011', '57125803262829', '89678815640351', '41258032628293', '30112580326282']
  const words = ['Account No.', ...values, 'Ohio'].map((text, i) => word(text, 250 * i, 0))
  expect(textsOf(words)).toEqual(['Account No.', 'Ohio'])
})
