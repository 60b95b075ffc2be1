import { expect, test } from 'vitest'
import { lineAt } from '../../test/line.ts'
import type { Finding } from '../finding.ts'
import { isInside } from '../geometry/quad.ts'
import type { Picture } from '../picture/picture.ts'
import { findUnreadValues } from './find-unread-values.ts'

const width = 700
const nothing = { findings: [], uncertain: [] }
const label = lineAt('Social security number', 40, 40)
const text = lineAt('under penalties of perjury', 40, 160)

/** A sheet with nine boxes below the label, whose sides may lean, and something like a digit in as many of them as given. */
function sheetWith(digitCount: number, lean = 0, left = 40): Picture {
  const pixels = new Uint8Array(width * 200 * 3).fill(255)
  const line = (x: number, y: number, wide: number, high: number) => {
    for (let row = y; row < y + high; row++)
      pixels.fill(20, (row * width + x) * 3, (row * width + x + wide) * 3)
  }
  line(left, 70, 270, 2)
  line(left, 108, 270, 2)
  for (let box = 0; box <= 9; box++)
    for (let row = 0; row < 40; row++) line(left + box * 30 + Math.round((lean * row) / 40), 70 + row, 2, 1)
  for (let digit = 0; digit < digitCount; digit++) {
    const x = left + 10 + digit * 30
    line(x, 78, 12, 3)
    line(x + 9, 78, 3, 22)
    line(x, 97, 12, 3)
  }
  return { width, height: 200, pixels }
}

test('what is written into boxes below a label is hidden though nothing was read there', () => {
  const [finding, ...others] = findUnreadValues(sheetWith(9), [label, text], []).findings
  expect([finding?.kind, others]).toEqual(['ssn', []])
  for (let digit = 0; digit < 9; digit++) {
    expect(finding && isInside(finding.quad, [56 + digit * 30, 89]), `digit ${digit}`).toBe(true)
  }
})

test('all of it is hidden when only a digit or two were read', () => {
  const [finding] = findUnreadValues(sheetWith(9), [label, lineAt('2', 50, 80), text], []).findings
  expect(finding && isInside(finding.quad, [296, 89])).toBe(true)
})

test('digits in boxes beside a label are hidden to the last one, though only some were read', () => {
  const digits = [0, 2, 3, 5].map((at) => lineAt(`${at}`, 110 + 30 * at, 80))
  const [finding] = findUnreadValues(
    sheetWith(9, 0, 100),
    [lineAt('SSN', 40, 80), ...digits, text],
    [],
  ).findings
  expect(finding && isInside(finding.quad, [356, 89])).toBe(true)
})

test('nothing more is hidden where the value below was understood and another label is beside it', () => {
  const value = lineAt('219-09-4471', 50, 80)
  const known: Finding = { kind: 'ssn', quad: value.quad, confidence: 0.9, source: 'text' }
  const lines = [label, lineAt('Federal EIN', 400, 40), value, text]
  expect(findUnreadValues(sheetWith(9), lines, []).findings).not.toEqual([])
  expect(findUnreadValues(sheetWith(9), lines, [known])).toEqual(nothing)
})

test('nothing more is hidden where the value is further below and was understood', () => {
  const title = lineAt('SOCIAL SECURITY', 40, 20)
  const value = lineAt('219-09-4471 ........', 44, 76)
  const known: Finding = {
    kind: 'ssn',
    quad: [value.quad[0], [120, 76], [120, 96], value.quad[3]],
    confidence: 0.99,
    source: 'text',
  }
  const lines = [title, value, text]
  expect(findUnreadValues(sheetWith(7), lines, []).findings).not.toEqual([])
  expect(findUnreadValues(sheetWith(7), lines, [known])).toEqual(nothing)
  const unsure = { ...known, confidence: 0.5 }
  expect(findUnreadValues(sheetWith(7), lines, [unsure]).findings).not.toEqual([])
})

test('empty boxes, and words below, are left alone', () => {
  expect(findUnreadValues(sheetWith(0), [label, text], [])).toEqual(nothing)
  const words = lineAt('Employer identification', 40, 80)
  expect(findUnreadValues(sheetWith(9), [label, words], [])).toEqual(nothing)
})

test('empty boxes on a photo, whose sides lean, are left alone, and what is written into such boxes is hidden', () => {
  expect(findUnreadValues(sheetWith(0, 4), [label, text], [])).toEqual(nothing)
  expect(findUnreadValues(sheetWith(9, 4), [label, text], []).findings).toMatchObject([{ kind: 'ssn' }])
})

test('one or two marks in the place of a value make that place uncertain', () => {
  const { findings, uncertain } = findUnreadValues(sheetWith(2), [label, text], [])
  expect(findings).toEqual([])
  expect(uncertain).toMatchObject([{ expected: 'ssn', reason: 'label-without-value' }])
})

test('the area that hides a badly read value covers its whole height', () => {
  const tall = lineAt('2l9-O9-??71', 340, 36)
  const value = {
    ...tall,
    confidence: 0.5,
    glyphs: tall.glyphs.map((glyph) => ({ ...glyph, confidence: 0.5 })),
  }
  const [finding] = findUnreadValues(sheetWith(0), [label, value, text], []).findings
  const [a, b, c, d] = finding?.quad ?? []
  expect([a?.[1] === b?.[1], c?.[1] === d?.[1], a?.[0] === d?.[0], b?.[0] === c?.[0]]).toEqual(
    Array(4).fill(true),
  )
})

test('a value that starts with letters is beside its label, however far', () => {
  const [license, value] = [lineAt("Driver's license", 40, 40), lineAt('TL1686062', 460, 40)]
  const known: Finding = { kind: 'driver-license-number', quad: value.quad, confidence: 0.95, source: 'text' }
  expect(findUnreadValues(sheetWith(9), [license, value, text], [known])).toEqual(nothing)
  expect(findUnreadValues(sheetWith(9), [license, text], []).findings).not.toEqual([])
})

test('another field beside the label is not its value, and a masked value below explains the label', () => {
  const beside = lineAt('OMB No. 1545-0008', 420, 40)
  const masked = lineAt('XXX-XX-9703', 50, 80)
  expect(findUnreadValues(sheetWith(0), [label, beside, text], [])).toEqual(nothing)
  expect(findUnreadValues(sheetWith(9), [label, beside, masked, text], [])).toEqual(nothing)
})

test.each([
  ['State ID Number', 'This certificate is valid until revoked. Form 27-2024'],
  ['DLN', '17053012345678'],
  ["Driver's license number", 'Account number 123456789'],
  ['Bank account no.', '$1,250.00'],
])('below “%s”, “%s” is not its value', (above, below) => {
  const lines = [lineAt(above, 40, 40), lineAt(below, 40, 70)]
  expect(findUnreadValues(sheetWith(0), lines, [])).toEqual(nothing)
})

test('what stands in the next column below an empty cell is not its value', () => {
  const heads = [lineAt('Account #', 40, 40), lineAt('Ordered', 230, 40)]
  const paid = lineAt('44-820-19/90', 230, 70)
  const sheet = sheetWith(0)
  for (let x = 230; x < 230 + 12 * 12; x += 12)
    for (let y = 72; y < 88; y++) sheet.pixels.fill(20, (y * width + x) * 3, (y * width + x + 6) * 3)
  expect(findUnreadValues(sheet, [...heads, paid], [])).toEqual(nothing)
  expect(findUnreadValues(sheet, [lineAt('Account #', 40, 40)], []).findings).not.toEqual([])
})

test('the short numbers of a ledger are no accounts of a bank', () => {
  const [account, ledger] = [lineAt('Account', 40, 40), lineAt('5100', 40, 70)]
  expect(findUnreadValues(sheetWith(0), [account, ledger], [])).toEqual(nothing)
  expect(findUnreadValues(sheetWith(0), [lineAt('Bank account', 40, 40), ledger], []).findings).not.toEqual(
    [],
  )
})
