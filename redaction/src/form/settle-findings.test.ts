import { expect, test } from 'vitest'
import { lineAt } from '../../test/line.ts'
import type { FindingKind } from '../finding.ts'
import { settleByLabels } from './settle-findings.ts'

/** A certificate that we don't know, with a number between its own label and that of an SSN. */
function certificateOf(state: string, number: string, label = `${state} Tax I.D. Number`) {
  const texts = [
    `${state} Department of Revenue`,
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

test('a number below the label of a tax number stays where it has its state’s format, and is asked about elsewhere', () => {
  const missouri = certificateOf('Missouri', '22989702')
  expect([missouri.isHidden('ssn'), missouri.askedAs('ssn')]).toEqual([false, undefined])
  const maine = certificateOf('Maine', '22989702')
  expect([maine.isHidden('ssn'), maine.askedAs('ssn')]).toEqual([false, 'ssn'])
})

test.each([
  ['nine digits', '229897021', undefined],
  ['digits that may be misread ones', '22989702B', undefined],
  ['eight digits below the label of an SSN', '22989702', 'Social Security Number'],
])('%s are painted', (_, number, label) => {
  expect(certificateOf('Missouri', number, label).isHidden('ssn')).toBe(true)
})

test('what looks like a bank account is painted unless the number has its state’s format', () => {
  expect(certificateOf('Maine', '22989702').isHidden('bank-account')).toBe(true)
  expect(certificateOf('Missouri', '22989702').isHidden('bank-account')).toBe(false)
})
