import { expect, test } from 'vitest'
import { lineAt } from '../../test/line.ts'
import { centre, isInside } from '../geometry/quad.ts'
import { findCopies, type KnownValue } from './find-copies.ts'
import { findTextValues } from './find-text-secrets.ts'

/** The texts of the lines that a copy hides. */
function hiddenIn(texts: readonly string[], isIdentityPaper: boolean, known: KnownValue[] = []) {
  const lines = texts.map((text, i) => lineAt(text, 20, 20 + 80 * i))
  const copies = findCopies(lines, findTextValues(lines, {}), known, isIdentityPaper)
  return lines
    .map(({ glyphs }) =>
      glyphs
        .filter(({ quad }) => copies.some((copy) => isInside(copy.quad, centre(quad))))
        .map(({ text }) => text)
        .join(''),
    )
    .filter(Boolean)
}

const license = ['DL D1234567', 'DOB 06/23/1959', 'EXP 06/23/2028', 'ISS 07/01/2020']

test.each([
  ['a birth date in short', [...license, '06/23/59'], true, ['06/23/59']],
  ['a birth date without marks', [...license, '06231959'], true, ['06231959']],
  [
    'the earliest date where no label was read',
    ['06/23/1959', 'EXP 06/23/2028', 'ISS 07/01/2020'],
    true,
    ['06/23/1959'],
  ],
  ['no date on other papers', [...license, '06/23/59'], false, []],
  ['no date where all are near each other', ['01/02/2020', '01/02/2028'], true, []],
  ['a license number once more', [...license, 'X D1234567 Y'], true, ['D1234567']],
  [
    'a Social Security number once more, but its last four',
    ['SSN 219-09-9999', '219099999'],
    false,
    ['21909'],
  ],
  [
    'the number in a machine-readable line',
    ['5432167897USA8407199F2901019<<<<<<<<<<<<<<06', '543216789'],
    true,
    ['543216789'],
  ],
] as const)('hides %s', (_, texts, isIdentityPaper, hidden) => {
  expect(hiddenIn(texts, isIdentityPaper)).toEqual(hidden)
})

test('hides what was read in a barcode', () => {
  expect(hiddenIn(['D7654321'], true, [{ kind: 'driver-license-number', text: 'D7654321' }])).toEqual([
    'D7654321',
  ])
})
