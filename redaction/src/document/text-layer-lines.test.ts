import { expect, test } from 'vitest'
import { charactersAt } from '../../test/line.ts'
import { textLayerLines } from './text-layer-lines.ts'

const textsOf = (characters: Parameters<typeof textLayerLines>[0]) =>
  textLayerLines(characters).map((lines) => lines.map(({ text }) => text))

test('characters make lines with blanks, whatever order they are drawn in', () => {
  const characters = charactersAt('SSN: 219-09-9999', 20, 100).filter(({ text }) => text !== ' ')
  expect(textsOf(characters)).toEqual([['SSN: 219-09-9999'], ['SSN: 219-09-9999']])
  expect(textsOf(characters.toReversed())[1]).toEqual(['SSN: 219-09-9999'])
})

test('a blank of the file counts where the gap is narrow', () => {
  const [first = [], second = []] = [charactersAt('TAX', 20, 100), charactersAt('LAW', 58, 100)]
  const blank = charactersAt(' ', 56, 100)
  expect(textsOf([...first, ...second])[0]).toEqual(['TAXLAW'])
  expect(textsOf([...first, ...blank, ...second])[0]).toEqual(['TAX LAW'])
})

test('letters drawn twice to look bold are read once', () => {
  const bold = [...charactersAt('2190', 20, 100), ...charactersAt('2190', 21, 100)]
  expect(textsOf(bold)[1]).toEqual(['2190'])
})

test('text under other text is still read in the order of drawing', () => {
  const both = [...charactersAt('219-09-9999', 20, 100), ...charactersAt('XXXXXXXXXXX', 25, 100)]
  expect(textsOf(both)[0]).toEqual(['219-09-9999', 'XXXXXXXXXXX'])
})

test('underscores that something is written over do not stand between its letters', () => {
  const line = charactersAt('______________', 20, 104)
  const written = charactersAt('6215486606', 44, 100)
  expect(textsOf([...line, ...written])[1]).toEqual(['__6215486606__'])
  expect(textsOf(line)[1]).toEqual(['______________'])
})
