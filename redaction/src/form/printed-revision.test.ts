import { expect, test } from 'vitest'
import { lineAt } from '../../test/line.ts'
import { monthOf, printedRevision } from './printed-revision.ts'

const on = (name: string, ...texts: string[]) =>
  printedRevision(
    texts.map((text, i) => lineAt(text, 40, 20 + 40 * i)),
    { name },
  )?.text

test.each([
  ['ST-120', ['New York State Department of Taxation', 'ST-120', '(4/10)'], '4/10'],
  ['ST-120', ['ST-120 (1/11) (back)'], '1/11'],
  ['S-211', ['S-211 (R. 11-14)', 'Date 5/4/2026'], '11-14'],
  ['CDTFA-230', ['CDTFA-230 REV. 1 (8-17)'], '8-17'],
  ['REV-1220', ['REV-1220 (TR) 07-23 (FI)'], '07-23'],
  ['31-014', ['31-014a (09/08/2025)'], '09/08/2025'],
  ['DR 5002', ['DR 5002 (08/04/23)'], '08/04/23'],
  ['ST-105', ['Form ST-105', 'State Form 49065 (R7 / 6-23)'], '6-23'],
  ['Uniform certificate', ['This form was revised as of October 14, 2022.'], 'October14,2022'],
  ['ST-120', ['ST-120', 'Date 5/4/2026', 'Expires 12/31/2027', '12-345678'], undefined],
] as const)('%s with %j prints the revision %s', (name, texts, expected) => {
  expect(on(name, ...texts)).toBe(expected)
})

test.each([
  ['6/18', 2018 * 12 + 5],
  ['R7 / 6-23', 2023 * 12 + 5],
  ['5/95', 1995 * 12 + 4],
  ['07/11/22', 2022 * 12 + 6],
  ['July 2023', 2023 * 12 + 6],
  ['08-2024', 2024 * 12 + 7],
  ['V1', undefined],
])('%s is month %s', (text, month) => {
  expect(monthOf(text)).toBe(month)
})
