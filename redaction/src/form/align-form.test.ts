import { fingerprints, type PageFingerprint } from '@exempta/knowledge/fingerprints'
import { expect, test } from 'vitest'
import type { Point } from '../geometry/quad.ts'
import { alignForm } from './align-form.ts'

const page = { width: 1700, height: 2200, lineHeight: 26 }
const laidOut = fingerprints.filter(({ words }) => words.length > 0)

type Move = (point: Point) => Point

/** The words of a blank as they are found on a page. */
const foundOf = ({ words }: PageFingerprint, move: Move = (point) => point) =>
  words.map(({ hash, length, x, y, width, height }) => ({
    hash,
    length,
    glyphs: [],
    at: move([(x + width / 2) * page.width, (y + height / 2) * page.height]),
  }))

const ways: readonly (readonly [string, Move])[] = [
  ['as it is', (point) => point],
  ['turned', ([x, y]) => [page.height - y, x]],
  ['skewed', ([x, y]) => [x - 0.06 * y, y + 0.06 * x]],
  [
    'from the side',
    ([x, y]) => {
      const depth = 1 + 0.00003 * x + 0.00002 * y
      return [x / depth, y / depth]
    },
  ],
]

test.each(ways)('every form is aligned with its own page, %s', (_, move) => {
  const lost = laidOut
    .filter((form) => !alignForm(form.words, foundOf(form, move), page.lineHeight))
    .map(({ form, page: number }) => `${form}, page ${number}`)
  expect(lost).toEqual([])
})

test('no form is aligned with the page of another form, however many words they share', () => {
  const taken = laidOut.flatMap((stranger) =>
    laidOut
      .filter(({ form }) => form !== stranger.form)
      .filter(({ words }) => alignForm(words, foundOf(stranger), page.lineHeight))
      .map(({ form }) => `${stranger.form} for ${form}`),
  )
  expect(taken).toEqual([])
})

test.each([
  ['that lies flat', ([x, y]: Point): Point => [x, y], false],
  ['that is bent', ([x, y]: Point): Point => [x, y + 20 * Math.sin(y / 400)], false],
  ['whose lower half moved down', ([x, y]: Point): Point => [x, y > 1000 ? y + 60 : y], true],
] as const)('rows of a page %s', (_, move, isTorn) => {
  const wrong = laidOut.filter(({ words, ...fingerprint }) => {
    const alignment = alignForm(words, foundOf({ words, ...fingerprint }, move), page.lineHeight)
    // Where few words stand around the cut, nothing can be said.
    return alignment !== undefined && (alignment.isTorn ?? false) !== isTorn
  })
  const names = wrong.map(({ form, page: number }) => `${form} ${number}`)
  if (isTorn) expect(names.length).toBeLessThan(laidOut.length / 2)
  else expect(names).toEqual([])
})
