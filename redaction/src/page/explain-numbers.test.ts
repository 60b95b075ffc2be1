import { expect, test } from 'vitest'
import { lineAt } from '../../test/line.ts'
import type { Finding } from '../finding.ts'
import { centre, isInside } from '../geometry/quad.ts'
import { findUnexplainedNumbers, findUnreadDigits } from './explain-numbers.ts'
import { openDateLabels, openLabels, openShapes, privateLabels } from './open-numbers.ts'

test.each([...openShapes, ...openLabels, ...openDateLabels, ...privateLabels])(
  'the pattern for “$example” matches its example',
  ({ example, pattern }) => {
    expect(example).toMatch(new RegExp(pattern.source, pattern.flags.replace('g', '')))
  },
)

/** The characters of the lines that the owner is asked about. */
function askedOn(texts: readonly (string | readonly [string, number])[], findings: readonly Finding[] = []) {
  const lines = texts.map((text, i) =>
    typeof text === 'string' ? lineAt(text, 20, 20 + 40 * i) : lineAt(text[0], text[1], 20),
  )
  const areas = findUnexplainedNumbers(lines, findings, { today: '2026-11-01' })
  return lines
    .map(({ glyphs }) =>
      glyphs
        .filter(({ quad }) => areas.some((area) => isInside(area.quad, centre(quad))))
        .map(({ text }) => text)
        .join('')
        .trim(),
    )
    .filter(Boolean)
}

test.each([
  ['number without a label', ['Please see 12345678 for more'], '12345678'],
  ['number of a person', ['National Insurance QQ123456C'], 'QQ123456C'],
  ['number in groups', ['John Smith 123 456 789'], '123 456 789'],
  ['old date without a label', ['John Smith 07/04/1976'], '07/04/1976'],
  ['old date in words', ['John Smith July 4, 1976'], 'July 4, 1976'],
  ['date with a Roman month', ['Anna Kowalska 19.VII.1984'], '19.VII.1984'],
  ['old date in Spanish', ['John Smith, 14 de marzo de 1979'], '14 de marzo de 1979'],
  [
    'old date in words',
    ['J. Smith, fourteenth of March nineteen seventy-nine'],
    'fourteenth of March nineteen seventy-nine',
  ],
  ['short number of a passport', ['Passport no: 12345'], '12345'],
  ['short number of a member', ['Health plan member ID 44821'], '44821'],
  ['number of an ID card', ['State ID: 99123456'], '99123456'],
  ['number of an account in Spanish', ['Número de cuenta: 0044128812'], '0044128812'],
  ['old date before the number of a field', ['John Smith 07/04/19764bEXP'], '07/04/1976'],
  ['number below a private label behind another word', ['Passport no:', 'Ana 548201937'], '548201937'],
  ['date of a birthday in a sentence', ['The birthday of the clerk is on July 4, 1976'], 'July 4, 1976'],
  ['number in groups behind a letter', ['John Smith W1234 56789'], 'W1234 56789'],
  ['number of a patient in the shape of a phone number', ['NHS number 943 476 5919'], '943 476 5919'],
  ['number under a private label', ['Travel document no.', '123456789'], '123456789'],
  [
    'number whose label also names something open',
    ['Social Security or tax ID number 123456789'],
    '123456789',
  ],
  ['number of an order that could be a card’s', ['Order no. 4532 0151 1283 0366'], '4532 0151 1283 0366'],
  ['number behind one that its label explains', ['Invoice 1234567 98765432'], '98765432'],
])('asks about a %s', (_, texts, asked) => {
  expect(askedOn(texts)).toEqual([asked])
})

test.each([
  ['amounts', ['Total $1,284,567.50', '159840.83', '1,284,567']],
  ['phone numbers', ['(202) 555-0143', '202.555.0143', '+1 202 555 0143 x12', 'Fax 2025550143']],
  ['addresses', ['100 Main Street', 'Topeka, KS 66603-1234', 'P.O. Box 1234567']],
  ['an EIN', ['EIN 52-1234567', '52-1234567']],
  ['numbers of business', ['Invoice No: 20231234567', 'Purchase order 77812201', 'INV-2026-00142']],
  ['permits and certificates', ['Sales tax permit number 12345678901', 'Certificate No. 85-8012345678C-9']],
  ['a number under its label', ['Order number', '12345678']],
  ['forms and laws', ['Form ST-120 (6/18)', '§ 42-5022', 'Section 144.030.2(19), RSMo', 'OMB No. 1545-0008']],
  [
    'dates of papers',
    ['Invoice date: 01/01/1970', 'Incorporated June 3, 1987', 'in effect since 07/04/1976'],
  ],
  ['a date that lost its blank', ['Date:', 'MAR 142011']],
  ['a date in brackets', ['the first Protocol (dated April 30, 1984) allows']],
  ['dates of today', ['John Smith 03/14/2026', 'John Smith 11/12/19']],
  ['a list under one label', ['Order numbers 1234567, 2345678 and 3456789']],
  ['sections of laws', ['Pursuant to 77-2704.12', 'G.S. 105-164.13', 'see 48-6-97']],
  ['numbers that exempt', ['Florida 85-8012345678C-9', 'Illinois E-9912-3456-07']],
  [
    'registrations by state on a form about taxes',
    ['Uniform Sales & Use Tax Resale Certificate', 'Iowa 1-77-123456', 'KY 123456'],
  ],
  ['a phone number with blanks', ['785 555 0143']],
  ['a parcel', ['1Z999AA10123456784']],
  [
    'vendors and offices',
    ['Vendor 0000123456', 'Federal ID 521234567', "Employer's state ID number 99123456"],
  ],
  [
    'short numbers beside other words',
    ['Passport photos 1200 Main', 'born in 1976', 'last four of SSN: 1234'],
  ],
  [
    'a number with its label beside it, below an empty field',
    ['Passport no:', 'Sales tax permit no.: 48201937'],
  ],
  ['the last four digits', ['Employee SSN (last four) 9184']],
  ['a notary', ['Commission No. HH 482193', 'Notary ID 12948213', 'chartered June 3, 1952']],
  ['a provider of health care', ['NPI', '1487651234']],
  ['masked numbers', ['XXX-XX-1234', '**** 5678']],
  ['quantities of a table', ['12 450 33 901 77 204 18 665 41']],
])('explains %s', (_, texts) => {
  expect(askedOn(texts)).toEqual([])
})

test('the number of a field is a label together with the words behind it', () => {
  const below = lineAt('9957375', 20, 50)
  const [field, words] = [lineAt('d', 20, 20), lineAt('Control number', 80, 20)]
  expect(findUnexplainedNumbers([field, words, below], [], {})).toEqual([])
  expect(findUnexplainedNumbers([field, below], [], {})).toHaveLength(1)
})

test('a label in two lines names the number beside its first line', () => {
  const [first, value] = [lineAt('Employee', 20, 20), lineAt('665498', 400, 20)]
  expect(findUnexplainedNumbers([first, lineAt('no.', 20, 42), value], [], {})).toEqual([])
  expect(findUnexplainedNumbers([first, value], [], {})).toHaveLength(1)
})

test('numbers of several rows that stand in columns are not one number', () => {
  const row = (top: number) =>
    ['4532', '1488', '0343', '6467'].map((text, i) => lineAt(text, 20 + 120 * i, top))
  expect(findUnexplainedNumbers([...row(20), ...row(50)], [], {})).toEqual([])
  expect(findUnexplainedNumbers(row(20), [], {})).toHaveLength(1)
})

test('what is hidden needs no explanation, and neither do the last four digits', () => {
  const number = lineAt('John Smith 123456789', 20, 20)
  const finding = (from: number, to: number): Finding => ({
    kind: 'ssn',
    quad: lineAt('0'.repeat(to - from), 20 + 12 * from, 20).quad,
    confidence: 1,
    source: 'text',
  })
  expect(askedOn([number.text], [finding(11, 16)])).toEqual([])
  expect(askedOn([number.text], [finding(11, 20)])).toEqual([])
  expect(askedOn([number.text], [finding(11, 13)])).toEqual(['123456789'])
})

test('what stands behind a hidden number in a list is not explained by that', () => {
  const finding: Finding = {
    kind: 'private-number',
    quad: lineAt('0'.repeat(9), 20, 20).quad,
    confidence: 1,
    source: 'text',
  }
  expect(askedOn(['203445981 or 203445982'], [finding])).toEqual(['203445982'])
})

test('numbers below each other are one area', () => {
  const lines = ['12345678', '23456789', '34567890'].map((text, i) => lineAt(text, 20, 20 + 40 * i))
  expect(findUnexplainedNumbers(lines, [], {})).toHaveLength(1)
})

test('a row with a number of its own is not the label of the next row', () => {
  const rows = ['The number of my passport is 123-456-78 here.', 'Order 77812201 came to 20 desks.']
  expect(askedOn(rows)).toEqual(['123-456-78'])
})

test.each([
  ['digits that could not be read', '2l9-0g-44', 0.4, true],
  ['digits that were read', '219-09-44', 0.9, false],
  ['words that could not be read', 'tlie undersigned 1 2 3', 0.4, false],
  ['a speck', '1-1', 0.2, false],
])('%s, read as “%s” with confidence %d: the owner is asked: %s', (_, text, confidence, isAsked) => {
  const line = { ...lineAt(text, 20, 20), confidence }
  expect(findUnreadDigits([line], [], {}).length).toBe(isAsked ? 1 : 0)
  const hidden: Finding = { kind: 'ssn', quad: line.quad, confidence: 1, source: 'text' }
  expect(findUnreadDigits([line], [hidden], {})).toEqual([])
})
