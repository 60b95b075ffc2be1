import { expect, test } from 'vitest'
import { lineAt } from '../../test/line.ts'
import { isInside } from '../geometry/is-inside.ts'
import { centre } from '../geometry/quad.ts'
import type { Line } from '../reader/text-reader.ts'
import { findTextSecrets } from './find-text-secrets.ts'

const isHidden = (lines: Line[], line: Line) => {
  const findings = findTextSecrets(lines, {})
  return line.glyphs.every(({ quad }) => findings.some((finding) => isInside(finding.quad, centre(quad))))
}

test('the head of a column tells what all values below it are', () => {
  const table = [
    ['Name', 'Date of Birth', 'Bank Account', 'Ordered on'],
    ['Ana Ruiz', '07/04/1976', '183456789012', '01/02/2026'],
    ['Bo Chen', '11/23/1984', '44120098731', '01/03/2026'],
    ['Cy Dunn', '03/09/1991', '90012345678', '01/04/2026'],
    ['Di Eze', '12/30/1968', '77120098', '01/05/2026'],
  ].map((row, down) => row.map((text, across) => lineAt(text, 20 + across * 190, 20 + down * 30)))
  const values = table.slice(1).map((row) => row.map((line) => isHidden(table.flat(), line)))
  expect(values).toEqual(Array(4).fill([false, true, true, false]))
})

test('a little is hidden before the first digit, and the mark before those that stay', () => {
  const line = lineAt('SSN 219-09-4471', 20, 20)
  const [finding] = findTextSecrets([line], {})
  const xs = finding?.quad.map(([x]) => x) ?? []
  expect(Math.min(...xs)).toBeLessThan(20 + 4 * 12 - 3)
  expect(Math.max(...xs)).toBe(20 + 11 * 12)
})
