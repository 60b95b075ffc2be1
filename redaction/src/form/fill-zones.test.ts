import { hashWord, lettersOf } from '@exempta/knowledge/printed-words'
import type { Zone } from '@exempta/knowledge/schema'
import { expect, test } from 'vitest'
import { charactersAt, lineAt } from '../../test/line.ts'
import type { Quad } from '../geometry/quad.ts'
import type { Alignment } from './align-form.ts'
import { type FilledZone, fillZones, withoutPrintAbove } from './fill-zones.ts'
import { findPrintedWords } from './find-printed-words.ts'
import { subtractBlank } from './subtract-blank.ts'

const lineHeight = 20
const zone = (field: Zone['field'], left: number, right: number, height = 20) => {
  const quad: Quad = [
    [left, 0],
    [right, 0],
    [right, height],
    [left, height],
  ]
  return { zone: { field, page: 1, x: 0, y: 0, width: 1, height: 1 } as Zone, quad }
}

const run = (text: string, left: number, top = 0) => ({ glyphs: charactersAt(text, left, top), isCut: false })

/** What each zone holds, and whether something about it is in doubt. */
const filled = (zones: ReturnType<typeof zone>[], runs: ReturnType<typeof run>[]) =>
  fillZones(zones, runs, lineHeight).map(({ rows, isDoubtful }) => ({
    rows: rows.map((row) => row.map(({ text }) => text).join('')),
    isDoubtful,
  }))

test('a value within its zone is not in doubt', () => {
  expect(filled([zone('purchaser', 0, 300)], [run('Sunrise Bakery', 10)])).toEqual([
    { rows: ['Sunrise Bakery'], isDoubtful: false },
  ])
})

test('a value that continues outside of its zone is in doubt', () => {
  expect(filled([zone('purchaser', 0, 80)], [run('Sunrise Bakery', 4)])).toEqual([
    { rows: ['Sunrise Bakery'], isDoubtful: true },
  ])
})

test('both values are in doubt when they are divided between close words', () => {
  const zones = [zone('purchaser', 0, 90), zone('seller', 90, 300)]
  expect(filled(zones, [run('Sunrise Bakery', 4)])).toEqual([
    { rows: ['Sunrise '], isDoubtful: true },
    { rows: ['Bakery'], isDoubtful: true },
  ])
  expect(filled(zones, [run('Sunris', 4), run('Bakery', 120)])).toEqual([
    { rows: ['Sunris'], isDoubtful: false },
    { rows: ['Bakery'], isDoubtful: false },
  ])
})

test('a value with more rows than its zone has room for is in doubt', () => {
  const rows = [run('Sunrise Bakery', 10, -6), run('and Cafe', 10, 12)]
  expect(filled([zone('purchaser', 0, 300, 22)], rows)).toMatchObject([{ isDoubtful: true }])
  expect(
    filled([zone('purchaser', 0, 300, 44)], [run('Sunrise Bakery', 10, 0), run('and Cafe', 10, 22)]),
  ).toMatchObject([{ isDoubtful: false }])
})

test('print above a zone that has room for one row is no part of its value', () => {
  const runs = [run('AXA', 10, -14), run('Sunrise Bakery', 10, 2)]
  const textsOf = ({ rows }: FilledZone) => rows.map((row) => row.map(({ text }) => text).join(''))
  const [placed] = fillZones([zone('purchaser', 0, 300, 22)], runs, lineHeight)
  // What is hidden takes all of it.
  expect(placed && textsOf(placed)).toEqual(['AXA', 'Sunrise Bakery'])
  expect(placed && textsOf(withoutPrintAbove(placed, lineHeight))).toEqual(['Sunrise Bakery'])
})

test('a value with an omitted letter is in doubt', () => {
  expect(filled([zone('number', 0, 300)], [run('4711', 10), run('7', 296)])).toEqual([
    { rows: ['4711 '], isDoubtful: true },
  ])
})

/** Lays the blank over the page without moving anything. */
const asIs: Alignment = {
  residual: 0,
  placeBox: ({ x, y, width, height }) => [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ],
}

const printed = (text: string, left: number) => ({
  hash: hashWord(lettersOf(text)),
  length: lettersOf(text).length,
  x: left,
  y: 0,
  width: text.length * 12,
  height: 20,
})

function runsOf(text: string, words: ReturnType<typeof printed>[]) {
  const lines = [lineAt(text, 0, 0)]
  return subtractBlank(lines, words, findPrintedWords(lines, words), asIs, lineHeight).map(
    ({ glyphs, isCut }) => [glyphs.map((glyph) => glyph.text).join(''), isCut],
  )
}

test('a printed word is left out, and the value beside it is whole', () => {
  expect(runsOf('Seller Sunrise', [printed('Seller', 0)])).toEqual([['Sunrise', false]])
  expect(runsOf('SellerSunrise', [printed('Seller', 0)])).toEqual([['Sunrise', false]])
})

test('a value that follows a misread printed word without a space may have lost its start', () => {
  expect(runsOf('Sellar Sunrise', [printed('Seller', 0)])).toEqual([['Sunrise', false]])
  expect(runsOf('SellarSunrise', [printed('Seller', 0)])).toEqual([['Sunrise', true]])
  expect(runsOf('SunriseSellar', [printed('Seller', 84)])).toEqual([['Sunrise', true]])
})

test('text between two zones belongs to the nearer one', () => {
  const [upper, lower] = [zone('purchaser-address', 50, 300), zone('purchaser-address', 0, 300)]
  const below = lower.quad.map(([x, y]) => [x, y + 24]) as unknown as Quad
  // Its middle lies above the lower zone, and its first word left of the upper one.
  expect(filled([upper, { ...lower, quad: below }], [run('Erie PA 16501', 4, 13)])).toEqual([
    { rows: [], isDoubtful: false },
    { rows: ['Erie PA 16501'], isDoubtful: false },
  ])
})

test('a character that two lines show is read once', () => {
  expect(filled([zone('seller-address', 0, 300)], [run('5', 6), run('5833 Commerce Dr', 4)])).toMatchObject([
    { rows: ['5833 Commerce Dr'] },
  ])
})

test('what is left of a label before a value is none of it', () => {
  expect(filled([zone('title', 60, 300)], [run('Tite: Partner', 0)])).toEqual([
    { rows: ['Partner'], isDoubtful: true },
  ])
  expect(filled([zone('title', 0, 300)], [run('le: Partner', 4)])).toEqual([
    { rows: ['Partner'], isDoubtful: true },
  ])
  // A value may say what it is.
  expect(filled([zone('purchaser', 0, 300)], [run('DBA: Prairie Foods', 4)])).toEqual([
    { rows: ['DBA: Prairie Foods'], isDoubtful: false },
  ])
})
