import { expect, test } from 'vitest'
import { lineAt } from '../../test/line.ts'
import { centre, isInside } from '../geometry/quad.ts'
import { hideByDefault, keptDates, keptOnIdentityPapers } from './hide-by-default.ts'
import { kindsOfPapers, mayShowPaper, paperInstead, showsSign, signsOfPapers } from './kinds-of-papers.ts'

test.each([...keptOnIdentityPapers, ...keptDates])('“$example” is kept', ({ example, pattern }) => {
  expect(example).toMatch(new RegExp(pattern.source, pattern.flags.replace('g', '')))
})

test.each(signsOfPapers)('the sign “$example” shows in its example', (sign) => {
  const compact = sign.example.toLowerCase().replace(/[^a-z0-9]/g, '')
  expect(showsSign(sign, sign.example, compact)).toBe(true)
})

const license = ['DRIVER', 'STATE OF MAPLE', 'LICENSE', 'CLASS C', 'SEX M HGT 5-10', 'EYES BRO', 'DONOR']
const card = ['SOCIAL SECURITY', 'THIS NUMBER HAS BEEN ESTABLISHED FOR', 'MARIA GONZALEZ']
const check = ['PAY TO THE', 'ORDER OF', 'DOLLARS', 'MEMO', 'Prairie State Bank']
const health = ['MEDICARE', 'HEALTH INSURANCE', 'NAME OF BENEFICIARY']

test.each([
  ['license in any order of its words', license, "driver's license or state ID"],
  ['license with letters read wrong', ['DRlVER LlCENSE', ...license], "driver's license or state ID"],
  ['Social Security card', card, 'Social Security card'],
  [
    'Social Security card, read badly',
    ['SOCIAL SECURITT', 'THIS NUMBER HAS BEN ESTABLISHD FOR'],
    'Social Security card',
  ],
  [
    'license of another country',
    ['DRIVING LICENCE', '4a. 19.01.2013', '4b. 18.01.2023'],
    "driver's license or state ID",
  ],
  ['check', check, 'check'],
  ['health card', health, 'health card'],
  [
    'card of a tribe',
    ['RED RIVER NATION', 'Tribal Member Identification', 'Enrollment No. 4821-B', 'DOB 07-19-84'],
    'card of another office',
  ],
  [
    'card of a soldier',
    ['UNIFORMED SERVICES ID', 'DoD ID Number', '1482019374', 'Date of Birth'],
    'card of another office',
  ],
])('recognizes a %s', (_, texts, name) => {
  expect(kindsOfPapers(linesOf(texts)).map((paper) => paper.name)).toContain(name)
})

test.each([
  ['letter', ['Dear Sir or Madam', 'Please bring your driver license and passport.', 'Thank you']],
  ['form', ['Exemption certificate', 'Purchaser', 'Social security number', 'Date', 'Signature']],
  [
    'form with the words of a check',
    ['List account number(s) here', 'Bank', 'Date', 'Void if altered', 'For'],
  ],
  [
    'form that asks for numbers of a person',
    ['Social Security Number', '531-22-9184', 'Bank Account Number', '4482019374', 'Identification type'],
  ],
])('takes a %s for none of them', (_, texts) => {
  expect(kindsOfPapers(linesOf(texts))).toEqual([])
})

test.each([
  ['license', license, 'driver-license'],
  ['Social Security card', card, 'social-security-card'],
  ['check', check, 'check'],
  ['health card', health, 'health-card'],
  ['certificate with the words of a license', ['EXEMPTION CERTIFICATE', ...license], undefined],
] as const)('names a %s for its owner', (_, texts, paper) => {
  expect(paperInstead(linesOf(texts))).toBe(paper)
})

const linesOf = (texts: readonly string[]) => texts.map((text, i) => lineAt(text, 20, 20 + 40 * i))

function hiddenOn(texts: readonly string[]) {
  const lines = linesOf(texts)
  const { findings } = hideByDefault(kindsOfPapers(lines), lines, [], '2026-11-01')
  return lines
    .map(({ glyphs }) =>
      glyphs
        .filter(({ quad }) => findings.some((finding) => isInside(finding.quad, centre(quad))))
        .map(({ text }) => text)
        .join('')
        .trim(),
    )
    .filter(Boolean)
}

test.each([
  ['numbers on a license', [...license, 'D1234567', '20160210993DT0328'], ['D1234567', '20160210993DT0328']],
  ['a number in groups before a name', [...license, '1234 5678 SAMPLE'], ['1234 5678']],
  ['the earliest date on a license', [...license, '03/20/1981', '03/20/2021'], ['03/20/1981']],
  [
    'the day on which somebody comes of age',
    [...license, 'UNDER 21 UNTIL 07/19/2028', 'DOB 07/19/2007'],
    ['07/19/2028', '07/19/2007'],
  ],
  ['a month of birth', [...license, 'AUG78'], ['AUG78']],
  ['lines for machines on a card', [...license, 'DOE<<JOHN<<<<<<'], ['DOE<<JOHN<<<<<<']],
  ['a number that was never given out on a Social Security card', [...card, '000-12-3456'], ['000-12-3456']],
  [
    'the line at the foot of a check in pieces',
    [...check, '12222222 2222 123 5 55'],
    ['12222222 2222 123 5 55'],
  ],
  ['a number and that of its member on a health card', [...health, 'ZHB 600123456 01'], ['600123456 01']],
  ['a number of letters and digits on a health card', [...health, '1EG4-TE5-MK72'], ['1EG4-TE5-MK72']],
])('hides %s', (_, texts, hidden) => {
  expect(hiddenOn(texts)).toEqual(hidden)
})

test.each([
  ['dates of issue and expiry', [...license, 'DOB 03/20/1981', '4a ISS 03/20/2019', '4b EXP 03/20/27']],
  ['an address', [...license, '03/20/1981', '100 NORTH STREET', 'TOPEKA KS 66603-1234']],
  ['glued fields', [...license, '03/20/1981', 'SPRINGFIELD62551', '15SEXM 16HGT5-1018EYES BRO']],
])('keeps %s on a license', (_, texts) => {
  expect(hiddenOn(texts)).toEqual([expect.stringContaining('03/20/1981')])
})

test.each([
  ['a check', [...check, '$1,250.00', '1042', 'August 16, 2020']],
  [
    'a form with the words of a check',
    [...check, '27-1839475 54,210.88 12-3456789', '36-1829931 12-3456789'],
  ],
  ['a health card', [...health, '1-800-633-4227', '07-01-1986']],
  ['a page of another kind', ['Dear Sir or Madam', 'D1234567', '21909447']],
])('keeps amounts, dates and phone numbers on %s', (_, texts) => {
  expect(hiddenOn(texts)).toEqual([])
})

const nearlyCard = ['SOCIAL SECURITY', 'NOT VALID FOR EMPLOYMENT', 'MARIA GONZALEZ']

test.each([
  ['is doubtful', [], true],
  ['is not, with the number that it holds', ['ssn'], false],
])('a page that lacks one sign of a Social Security card %s', (_, found, isDoubtful) => {
  expect(kindsOfPapers(linesOf(nearlyCard))).toEqual([])
  expect(mayShowPaper(linesOf(nearlyCard), new Set(found))).toBe(isDoubtful)
})

test('a form about sales taxes that asks for a license is no license', () => {
  const nearlyLicense = ['DRIVER', 'LICENSE', 'CLASS C', 'EYES BRO']
  expect(mayShowPaper(linesOf(nearlyLicense), new Set())).toBe(true)
  const certificate = [...nearlyLicense, 'Sales tax exemption certificate']
  expect(mayShowPaper(linesOf(certificate), new Set())).toBe(false)
})
