import { expect, test } from 'vitest'
import { lineAt } from '../../test/line.ts'
import type { FindingKind } from '../finding.ts'
import { settleByLabels } from './settle-findings.ts'

/** A certificate of Missouri that we don't know, with a number between its own label and that of an SSN. */
function missouri(number: string, label = 'Missouri Tax I.D. Number') {
  const texts = [
    'Missouri Department of Revenue',
    'Sales Tax Exemption Certificate',
    label,
    number,
    'SSN/FEIN',
  ]
  const lines = texts.map((text, i) => lineAt(text, 40, 20 + 26 * i))
  const settled = settleByLabels(lines)
  const quad = (lines[3] as (typeof lines)[number]).quad
  const finding = (kind: FindingKind) => ({ kind, quad, confidence: 0.6, source: 'text' as const })
  return {
    isHidden: (kind: FindingKind) => settled.isHidden(finding(kind)),
    askedAs: (kind: FindingKind) => settled.askedAs(finding(kind)),
  }
}

test('eight digits below the label of a tax number are asked about, and not painted as an SSN', () => {
  const { isHidden, askedAs } = missouri('22989702')
  expect([isHidden('ssn'), askedAs('ssn')]).toEqual([false, 'ssn'])
})

test.each([
  ['nine digits', '229897021', 'Missouri Tax I.D. Number'],
  ['digits that may be misread ones', '22989702B', 'Missouri Tax I.D. Number'],
  ['eight digits below the label of an SSN', '22989702', 'Social Security Number'],
])('%s are painted', (_, number, label) => {
  expect(missouri(number, label).isHidden('ssn')).toBe(true)
})

test('what looks like another secret than a number of a person is painted as before', () => {
  expect(missouri('22989702').isHidden('bank-account')).toBe(true)
})
