import { expect, test } from 'vitest'
import { lineAt } from '../../test/line.ts'
import type { Finding } from '../finding.ts'
import { centre, isInside } from '../geometry/quad.ts'
import type { Line } from '../reader/text-reader.ts'
import type { SecretKind } from '../text/secret.ts'
import { findOnPapers } from './find-on-papers.ts'
import { kindsOfPapers } from './kinds-of-papers.ts'

const license = [
  'CALIFORNIA DRIVER LICENSE',
  'CLASS C',
  'SEX M HGT 5-10',
  '4b EXP 01/01/2030',
  '4a ISS 01/01/2022',
]
const passport = ['PASSPORT', 'UNITED STATES OF AMERICA', 'Surname', 'Given Names', 'Nationality']
const check = ['PAY TO THE ORDER OF', 'DOLLARS', 'MEMO', 'First National Bank']
const card = ['SOCIAL SECURITY', 'THIS NUMBER HAS BEEN ESTABLISHED FOR', 'MARIA GONZALEZ']

const linesOf = (texts: readonly string[]) => texts.map((text, i) => lineAt(text, 20, 20 + 40 * i))
const foundOn = (lines: readonly Line[], known: readonly Finding[] = []) =>
  findOnPapers(kindsOfPapers(lines), lines, known)

/** The characters of the lines that are hidden, and what they were taken for. */
function hiddenOn(texts: readonly string[], knownKinds: readonly SecretKind[] = []) {
  const lines = linesOf(texts)
  const known = knownKinds.map(
    (kind): Finding => ({ kind, quad: lineAt('0', 0, 900).quad, confidence: 1, source: 'text' }),
  )
  const findings = foundOn(lines, known)
  const hidden = lines
    .map(({ glyphs }) =>
      glyphs
        .filter(({ quad }) => findings.some((finding) => isInside(finding.quad, centre(quad))))
        .map(({ text }) => text)
        .join(''),
    )
    .filter(Boolean)
  return { hidden, kinds: [...new Set(findings.map(({ kind }) => kind))] }
}

const nothing = { hidden: [], kinds: [] }

test.each([
  [
    'a number without its label on a license',
    [...license, 'D1234567'],
    [],
    { hidden: ['D1234567'], kinds: ['driver-license-number'] },
  ],
  ['a license whose number is known', [...license, 'D1234567'], ['driver-license-number'], nothing],
  ['dates and the ZIP code on a license', [...license, '03/20/2001', '66603-1234'], [], nothing],
  [
    'a number without its label in a passport',
    [...passport, 'A12345678'],
    [],
    { hidden: ['A12345678'], kinds: ['passport-number'] },
  ],
  [
    'the line at the foot of a check',
    [...check, '021000021 4400123987 1042'],
    [],
    { hidden: ['021000021 4400123987 1042'], kinds: ['routing-number', 'bank-account'] },
  ],
  [
    'a check whose numbers are known',
    [...check, '021000021 4400123987 1042'],
    ['routing-number', 'bank-account'],
    nothing,
  ],
  [
    'a number that was read badly on a Social Security card',
    [...card, '21909447'],
    [],
    { hidden: ['21909447'], kinds: ['ssn'] },
  ],
  ['the same number on a page of another kind', ['Dear Sir or Madam', 'D1234567', '21909447'], [], nothing],
] as const)('%s', (_, texts, known, expected) => {
  expect(hiddenOn(texts, known)).toEqual(expected)
})

test('digits in the upper half of a check, such as its amount, are left alone', () => {
  const lines = [lineAt('12345678901234567', 20, 20), ...linesOf(check).map(lower)]
  expect(foundOn(lines)).toEqual([])
})

const lower = (line: Line): Line => lineAt(line.text, 20, centre(line.quad)[1] + 100)
