import { expect, test } from 'vitest'
import { lineAt } from '../../test/line.ts'
import { centre, isInside } from '../geometry/quad.ts'
import { licensesOnCertificate } from './find-licenses.ts'

const label = 'Buyer’s federal EIN or driver’s license number and state of issue (required)'
const title = lineAt('Sales Tax Resale or Exemption Certificate', 40, 20)

const hidden = (value: string, left: number, top: number, heading = title) => {
  const line = lineAt(value, left, top)
  const found = licensesOnCertificate([heading, lineAt(label, 40, 80), line])
  return line.glyphs
    .filter((glyph) => found.some(({ quad }) => isInside(quad, centre(glyph.quad))))
    .map(({ text }) => text)
    .join('')
}

test.each([
  ['AB123456C', 60, 112, 'AB123456C', 'below its label'],
  ['D123-4567-8901 ID', 60, 112, 'D123-4567-8901ID', 'with its state'],
  ['S123456789', 1000, 80, 'S123456789', 'beside its label'],
  ['12-3456789', 60, 112, '', 'an employer number'],
  ['05/04/2026', 60, 112, '', 'a day'],
  ['Prairie Foods', 60, 112, '', 'a name'],
  ['AB123456C', 60, 400, '', 'far from the label'],
] as const)('of %s at %d, %d it hides "%s": %s', (value, left, top, expected, _name) => {
  expect(hidden(value, left, top).replace(/ /g, '')).toBe(expected)
})

test('a page that is no certificate is left to the other rules', () => {
  expect(hidden('AB123456C', 60, 112, lineAt('Rental agreement', 40, 20))).toBe('')
})
