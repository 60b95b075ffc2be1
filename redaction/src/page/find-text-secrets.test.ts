import { expect, test } from 'vitest'
import { lineAt } from '../../test/line.ts'
import { centre, isInside } from '../geometry/quad.ts'
import type { Glyph, Line } from '../reader/text-reader.ts'
import { findTextSecrets } from './find-text-secrets.ts'

const isHidden = (lines: Line[], glyphs: Glyph[]) => {
  const findings = findTextSecrets(lines, {})
  return glyphs.every(({ quad }) => findings.some((finding) => isInside(finding.quad, centre(quad))))
}

test('the heading of a column applies to all values below it', () => {
  const table = [
    ['Name', 'Date of Birth', 'Bank Account', 'Ordered on'],
    ['Ana Ruiz', '07/04/1976', '183456789012', '01/02/2026'],
    ['Bo Chen', '11/23/1984', '44120098731', '01/03/2026'],
    ['Cy Dunn', '03/09/1991', '90012345678', '01/04/2026'],
    ['Di Eze', '12/30/1968', '77120098', '01/05/2026'],
  ].map((row, down) => row.map((text, across) => lineAt(text, 20 + across * 190, 20 + down * 30)))
  const values = table.slice(1).map((row) => row.map((line) => isHidden(table.flat(), line.glyphs)))
  expect(values).toEqual(Array(4).fill([false, true, true, false]))
})

test('a label with its value beside it is not a column heading', () => {
  const rows = [
    ['Individual Taxpayer Identification Number:', '918-71-7878'],
    ['Transit/Routing number:', '045317152'],
    ['ZIP:', '21433-1836'],
    ['Permit:', '62818336526'],
  ].map(([label = '', value = ''], down) => [
    lineAt(label, 20, 20 + down * 60),
    lineAt(value, 440 + (down === 0 ? 90 : 0), 20 + down * 60),
  ])
  const values = rows.map(([, value]) => isHidden(rows.flat(), value?.glyphs ?? []))
  expect(values).toEqual([false, true, false, false])
})

test('a label right below a value names it, unless the one above is as near', () => {
  const value = lineAt('219094471', 20, 60)
  const digits = value.glyphs.slice(0, 5)
  const label = lineAt('Social Security Number', 20, 84)
  expect(isHidden([value, label], digits)).toBe(true)
  expect(isHidden([lineAt('Name of applicant', 20, 10), value, label], digits)).toBe(true)
  expect(isHidden([lineAt('Certificate number', 20, 36), value, label], digits)).toBe(false)
})

test('hides a little before the first digit, and half of the dash before the digits that stay visible', () => {
  const line = lineAt('SSN 219-09-4471', 20, 20)
  const [finding] = findTextSecrets([line], {})
  const xs = finding?.quad.map(([x]) => x) ?? []
  expect(Math.min(...xs)).toBeLessThan(20 + 4 * 12 - 3)
  expect(Math.max(...xs)).toBe(20 + 10.5 * 12)
})

test('a license below its label is hidden whole, though it looks like a number that keeps its last four', () => {
  const value = lineAt('S091-1933-8135', 20, 50)
  expect(isHidden([lineAt('DL #', 20, 20), value], value.glyphs)).toBe(true)
  expect(isHidden([lineAt('Card #', 20, 20), value], value.glyphs)).toBe(false)
})

test('a value below a part of a label belongs to the label above that', () => {
  const number = lineAt('A123456789012', 640, 80)
  const employer = lineAt('41-1234567', 320, 80)
  const lines = [
    lineAt('If no tax ID number,', 20, 20),
    lineAt('FEIN', 320, 20),
    lineAt("Driver's license number/State issued ID number", 500, 20),
    lineAt('State of Issue', 460, 50),
    lineAt('Number', 660, 50),
    employer,
    number,
  ]
  expect([isHidden(lines, number.glyphs), isHidden(lines, employer.glyphs)]).toEqual([true, false])
})

test('the account of a tax office stays on its certificate, a bank account does not', () => {
  const title = lineAt('Sales and Use Tax Certificate of Exemption', 20, 20)
  const row = [lineAt('Name of Dealer', 20, 60), lineAt('Account No.', 400, 60)]
  const value = lineAt('101234567', 560, 60)
  expect(isHidden([title, ...row, value], value.glyphs)).toBe(false)
  expect(isHidden([title, ...row, value, lineAt('Routing number', 20, 100)], value.glyphs)).toBe(true)
  expect(isHidden([...row, value], value.glyphs)).toBe(true)
})

test('a title above a row does not make the label in that row a part of the number', () => {
  const row = lineAt('4d DL 19103325', 20, 50)
  const lines = [lineAt('DRIVER LICENSE', 20, 20), row]
  expect(isHidden(lines, row.glyphs.slice(6))).toBe(true)
  expect(row.glyphs.slice(0, 5).map((glyph) => isHidden(lines, [glyph]))).toEqual(Array(5).fill(false))
})

test('a label just above a value is its label, although a piece between the two is level with both', () => {
  const code = lineAt('65301', 320, 73)
  const lines = [
    lineAt('SSN/FEIN', 300, 0),
    lineAt('Contact Person', 0, 0),
    lineAt('425040800', 300, 22),
    lineAt('o', 0, 66),
    lineAt('State', 100, 58),
    lineAt('MO', 110, 73),
    lineAt('ZIP Code', 310, 58),
    code,
  ]
  expect(isHidden(lines, code.glyphs)).toBe(false)
})

test('a number that goes on in the next row is hidden but for its last four digits', () => {
  const rows = [
    lineAt('The social number of the trustee is 219-09-', 20, 20),
    lineAt('4471 as of today. The rest is', 20, 50),
  ]
  expect(isHidden(rows, rows[0]?.glyphs.slice(36, 42) ?? [])).toBe(true)
  const bare = [lineAt('the trustee, 219-', 20, 20), lineAt('09-4471 as of today', 20, 50)]
  expect(
    isHidden(bare, [...(bare[0]?.glyphs.slice(13, 16) ?? []), ...(bare[1]?.glyphs.slice(0, 2) ?? [])]),
  ).toBe(true)
  const others = [lineAt('of the parts 219-', 20, 20), lineAt('12 and 14 as of today', 20, 50)]
  expect(findTextSecrets(others, {})).toEqual([])
})

test('rows of a table are apart below the head of their column, too', () => {
  const heads = ['Dept', 'Q1', 'Q2', 'Q3'].map((text, i) => lineAt(text, 20 + 90 * i, 20))
  const row = (top: number, ...cells: string[]) => cells.map((text, i) => lineAt(text, 20 + 90 * i, top))
  const [first, second] = [
    row(50, 'Office', '5045', '6371', '5839'),
    row(80, 'Paint', '5046', '6371', '5839'),
  ]
  expect(findTextSecrets([...heads, ...first, ...second], {})).toEqual([])
  expect(findTextSecrets([...heads, ...first], {})).not.toEqual([])
})

test('a number in the shape of a card stays below the label of an order', () => {
  const value = lineAt('4532 0151 1283 0366', 20, 50)
  const first = value.glyphs.slice(0, 4)
  expect(isHidden([lineAt('Order number', 20, 20), value], first)).toBe(false)
  expect(isHidden([lineAt('Paid with', 20, 20), value], first)).toBe(true)
})

test('a birth date below a hint how to write it belongs to the label above the hint', () => {
  const value = lineAt('07 04 76', 20, 80)
  const hint = lineAt('MM DD YY', 20, 50)
  expect(isHidden([lineAt('Date of birth', 20, 20), hint, value], value.glyphs)).toBe(true)
  expect(isHidden([lineAt('Date of order', 20, 20), hint, value], value.glyphs)).toBe(false)
})

test('numbers in the columns of a table do not make the number of a card', () => {
  const row = (top: number) =>
    ['4532', '0151', '1283', '0366'].map((text, i) => lineAt(text, 20 + 90 * i, top))
  const [first, second] = [row(20), row(50)]
  expect(isHidden([...first, ...second], first[0]?.glyphs ?? [])).toBe(false)
  expect(isHidden(first, first[0]?.glyphs ?? [])).toBe(true)
})

test.each([
  ['the first one', 0],
  ['between the two', 11],
  ['the second one', 22],
])('a birth date beside a label in two lines is hidden when it stands beside %s', (_, down) => {
  const value = lineAt('07/19/1984', 320, 20 + down)
  const label = (first: string) => [lineAt(first, 20, 20), lineAt('birth', 20, 42), value]
  expect(isHidden(label('Date of'), value.glyphs)).toBe(true)
  expect(isHidden([lineAt('Date of', 20, 20), lineAt('order', 20, 42), value], value.glyphs)).toBe(false)
})

test('a license with more letters than digits is a value above its label', () => {
  const value = lineAt('WDLABCD456DG', 20, 60)
  expect(isHidden([value, lineAt("Driver's license number", 20, 84)], value.glyphs)).toBe(true)
  expect(isHidden([value, lineAt('Name of purchaser', 20, 84)], value.glyphs)).toBe(false)
})

test('a label that has its value beside it announces no value of the next label', () => {
  const rows = [
    [lineAt('Driver license number / State', 20, 26), lineAt('D6440453', 400, 20)],
    [lineAt('Telephone', 20, 76), lineAt('(785) 555-7735', 330, 70)],
  ]
  const [license, phone] = rows.map(([, value]) => isHidden(rows.flat(), value?.glyphs.slice(-8) ?? []))
  expect({ license, phone }).toEqual({ license: true, phone: false })
})
