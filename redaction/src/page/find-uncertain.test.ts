import { expect, test } from 'vitest'
import { lineAt } from '../../test/line.ts'
import type { Finding } from '../finding.ts'
import type { SecretKind } from '../text/secret.ts'
import { findUncertainAreas } from './find-uncertain.ts'

const page = { width: 1000, height: 800, pixels: new Uint8Array(1000 * 800 * 3).fill(255) }
/** The same page with strokes like digits below its last label. */
const written = { ...page, pixels: page.pixels.slice() }
for (let digit = 0; digit < 9; digit++)
  for (let y = 172; y < 190; y++)
    written.pixels.fill(20, (y * 1000 + 30 + digit * 20) * 3, (y * 1000 + 40 + digit * 20) * 3)
const linesOf = (texts: readonly string[]) => texts.map((text, i) => lineAt(text, 20, 20 + 40 * i))
const findingsOf = (kinds: readonly SecretKind[]) =>
  kinds.map(
    (kind): Finding => ({ kind, quad: lineAt('000000000', 0, 0).quad, confidence: 1, source: 'text' }),
  )
const expectedOn = (texts: readonly string[], found: readonly SecretKind[]) =>
  findUncertainAreas(written, linesOf(texts), findingsOf(found)).map(({ expected }) => expected)

const license = [
  'DRIVERLICENSE',
  '4d LIC#',
  '3DOB',
  '4b EXP 01/01/2030',
  'SEX M HGT 5-10',
  'CLASS C',
  'EYES BRO',
]
const passport = [
  'PASSPORT',
  'UNITED STATES OF AMERICA',
  'Surname',
  'Given Names',
  'Nationality',
  'Place of birth',
]
const w9 = ['Form W-9', 'Request for Taxpayer', 'Identification Number', 'Social security number']

test.each([
  ['license without anything found', license, [], ['driver-license-number', 'date-of-birth']],
  ['license with its number alone', license, ['driver-license-number'], ['date-of-birth']],
  ['license with both', license, ['driver-license-number', 'date-of-birth'], []],
  ['passport', passport, ['mrz', 'passport-number'], ['date-of-birth']],
  ['Social Security card', ['SOCIAL SECURITY', 'THIS NUMBER HAS BEEN ESTABLISHED FOR'], [], ['ssn']],
  [
    'back of a license without its barcode',
    ['CLASS: C - ANY 2-AXLE VEHICLE', 'ENDORSEMENTS: NONE RESTRICTIONS: NONE', 'property of the state'],
    [],
    ['driver-license-number'],
  ],
  ['check', ['PAY TO THE ORDER OF', 'DOLLARS', 'MEMO'], [], ['routing-number']],
  ['check with the line at its foot', ['PAY TO THE ORDER OF', 'DOLLARS', 'MEMO'], ['bank-account'], []],
  ['W-9 with nothing found', w9, [], ['ssn']],
  ['W-9 of a business', [...w9, '52-1234567'], [], []],
  ['letter that mentions a license', ['Please bring a driver license.', 'Thank you'], [], []],
] as const)('%s', (_, texts, found, expected) => {
  expect(expectedOn(texts, found)).toEqual(expected)
})

test('an expectation is not met by a guess, by a speck or by nothing', () => {
  const [sure] = findingsOf(['ssn']) as [Finding]
  const speck = {
    ...sure,
    quad: lineAt('0', 0, 0).quad.map(([x, y]) => [x / 8, y / 8]) as unknown as Finding['quad'],
  }
  expect(findUncertainAreas(written, linesOf(w9), [{ ...sure, confidence: 0.5 }])).toHaveLength(1)
  expect(findUncertainAreas(written, linesOf(w9), [speck])).toHaveLength(1)
  expect(findUncertainAreas(written, linesOf(w9), [sure])).toEqual([])
})

test('an empty form is not uncertain', () => {
  expect(findUncertainAreas(page, linesOf(w9), [])).toEqual([])
})

test('an area lies beside the label of what was expected; without a label it is the whole page', () => {
  const [beside] = findUncertainAreas(written, linesOf(w9), [])
  expect(beside?.quad[0]?.[1]).toBeGreaterThan(100)
  const unlabelled = [...license.filter((text) => !/LIC#|DOB/.test(text)), '4a ISS 01/01/2022', 'DONOR']
  const whole = findUncertainAreas(page, linesOf(unlabelled), []).find(
    ({ expected }) => expected === 'date-of-birth',
  )
  expect(whole?.quad[2]).toEqual([1000, 800])
})

test('a number of which most digits were read, hidden as a whole below its label, meets the expectation', () => {
  const value = lineAt('97-22132-1', 30, 164)
  const hidden: Finding = { kind: 'ssn', quad: value.quad, confidence: 0.5, source: 'text' }
  const [few, elsewhere] = [lineAt('97-22', 30, 164), lineAt('97-22132-1', 700, 600)]
  expect(findUncertainAreas(written, [...linesOf(w9), value], [hidden])).toEqual([])
  expect(findUncertainAreas(written, [...linesOf(w9), few], [hidden])).toHaveLength(1)
  const apart = { ...hidden, quad: elsewhere.quad }
  expect(findUncertainAreas(written, [...linesOf(w9), elsewhere], [apart])).toHaveLength(1)
})
