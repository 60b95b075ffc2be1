import { expect, test } from 'vitest'
import type { FieldLabel, FormLabels } from '../../redaction/corpus/forms/draw-filled-form.ts'
import type { Quad } from '../../redaction/corpus/sheet.ts'
import { judge, type Kept, type Reading } from './judge.ts'

const boxAt = (x: number, y: number): Quad => [
  [x, y],
  [x + 0.02, y],
  [x + 0.02, y + 0.02],
  [x, y + 0.02],
]
const label = (
  name: FieldLabel['name'],
  value: string,
  y: number,
  more: Partial<FieldLabel> = {},
): FieldLabel => {
  const characters = [...value.replace(/\s/g, '')].map((_, i) => boxAt(0.1 + i * 0.02, y))
  return { name, value, page: 1, quad: boxAt(0.1, y), characters, ...more }
}

const labels: FormLabels = {
  form: 'xc-ex-7',
  page: 1,
  pages: 1,
  fields: [
    label('purchaser', 'Resale Street Books', 0.1),
    label('number', '12-345678', 0.2, { state: 'TX' }),
    label('signed-on', '2026-05-04', 0.3),
    label('driver-license', 'D1234567', 0.4, { isSecret: true }),
    label('ssn', '431234567', 0.5, { isSecret: true }),
  ],
  ticks: [label('reason', 'resale', 0.6)],
  hasSignature: false,
  style: 'scan-200',
  scanOrPhoto: 'scan',
}

const read = (name: string, value: string, more: Partial<Reading['fields'][number]> = {}) => ({
  name,
  value,
  isSure: true,
  quad: boxAt(0, 0),
  ...more,
})

/** A strip over everything from one height to another, as shares. */
const strip = (top: number, bottom: number, left = 0) =>
  [
    [left * 1000, top * 1000],
    [1000, top * 1000],
    [1000, bottom * 1000],
    [left * 1000, bottom * 1000],
  ] as Quad

function kept(fields: Reading['fields'], hidden: Quad[] = [], code = 'xc-ex-7'): Kept {
  const findings = hidden.map((quad) => ({ kind: 'chosen', quad, confidence: 1, source: 'owner' }) as const)
  const reading = { form: { code, page: 1, confidence: 1 }, fields }
  return { verdict: 'redacted', pages: [{ width: 1000, height: 1000, findings, uncertain: [], reading }] }
}

test('a form read correctly with every secret hidden has no mistakes', () => {
  const fields = [
    read('purchaser', ' RESALE  STREET BOOKS.'),
    read('number', '12 - 345678', { state: 'TX' }),
    read('signed-on', '2026-05-04'),
    read('reason', 'resale'),
  ]
  const judged = judge(labels, kept(fields, [strip(0.39, 0.43), strip(0.49, 0.53)]))
  expect(judged).toMatchObject({ recognized: 1, sure: 4, sureButWrong: 0, releasedSecrets: 0, wrong: [] })
  expect(judged.exact.get('number')).toEqual({ filled: 1, right: 1 })
})

test.each([
  ['another form', kept([], [], 'xj-resale'), { recognized: 0 }],
  ['a wrong date', kept([read('signed-on', '2026-04-05')]), { sureButWrong: 1 }],
  [
    'a wrong date that asks to be checked',
    kept([read('signed-on', '2026-04-05', { isSure: false })]),
    { sureButWrong: 0 },
  ],
  ['a number of another state', kept([read('number', '12-345678', { state: 'OK' })]), { sureButWrong: 1 }],
  ['a box that is not marked', kept([read('reason', 'charity')]), { sureButWrong: 1 }],
  ['a signature that is not there', kept([read('signature', 'yes')]), { sureButWrong: 1 }],
  ['secrets left readable', kept([]), { releasedSecrets: 2 }],
  [
    'a Social Security number but for its last four digits',
    kept(
      [],
      [
        strip(0.39, 0.43),
        [
          [100, 490],
          [200, 490],
          [200, 530],
          [100, 530],
        ],
      ],
    ),
    { releasedSecrets: 0 },
  ],
  ['a hidden number', kept([], [strip(0.19, 0.23)]), { hiddenNumbers: 1 }],
] as const)('%s is noticed', (_, result, expected) => {
  expect(judge(labels, result)).toMatchObject(expected)
})

test('a refused file has no correct values and releases nothing', () => {
  const judged = judge(labels, { verdict: 'refused', reason: 'unreadable' })
  expect(judged).toMatchObject({ recognized: 0, releasedSecrets: 0, hiddenNumbers: 0 })
  expect(judged.wrong.map(({ field }) => field)).toEqual(['form', 'purchaser', 'number TX', 'signed-on'])
})
