import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { forms } from '@exempta/knowledge/forms'
import type { Form } from '@exempta/knowledge/schema'
import type { FieldName } from '@exempta/knowledge/terms'
import { beforeAll, describe, expect, test } from 'vitest'
import { type FormEntry, fillForm } from '../src/form/fill-form.ts'
import { isMarkZone } from '../src/form/fill-zones.ts'
import type { PlaceForm } from '../src/form/place-form.ts'
import { redact } from '../src/redact.ts'
import { madeUpForms } from './forms/made-up-forms.ts'
import { placeMadeUpForms } from './forms/place-made-up-forms.ts'

const all = await madeUpForms()
let placeMadeUp: PlaceForm

beforeAll(async () => {
  placeMadeUp = await placeMadeUpForms()
})

const values: Partial<Record<FieldName, string>> = {
  purchaser: 'Resale Street Books',
  'purchaser-address': '12 Elm St, Alder NY 12345',
  seller: 'Summit Wholesale',
  'seller-address': '9 Oak Ave, Troy NY 12180',
  number: '12-345678',
  business: 'Books and paper',
  items: 'Paperbacks',
  signer: 'Dana Whitfield',
  title: 'Owner',
  'signed-on': '05/04/2026',
  'ends-on': '12/31/2027',
}
const strokes = [
  [
    [0, 0.5],
    [0.2, 0.1],
    [0.35, 0.9],
    [0.5, 0.2],
    [0.7, 0.8],
    [1, 0.3],
  ],
  [
    [0.1, 0.7],
    [0.9, 0.6],
  ],
] as const

async function read(bytes: Uint8Array, placeForm: PlaceForm | undefined, withZones = false) {
  const result = await redact(bytes, { withZones, ...(placeForm && { ports: { placeForm } }) })
  if (result.verdict === 'refused') throw new Error(result.reason)
  return result.pages
}

/** Fills in the first zone of each field where it lies on this blank, and reads it back. */
async function fillAndRead(form: Form, blank: Uint8Array, placeForm?: PlaceForm) {
  const pages = await read(blank, placeForm, true)
  const entries: (FormEntry & { field: FieldName; expected: string })[] = []
  for (const [i, { reading }] of pages.entries()) {
    if (reading?.form?.code !== form.code) continue
    const own = form.zones.filter(({ page }) => page === reading.form?.page)
    for (const [at, zone] of own.entries()) {
      const box = reading.form.zones?.[at]
      if (!box || entries.some(({ field }) => field === zone.field)) continue
      const place = { ...box, page: i + 1, field: zone.field }
      if (zone.field === 'signature')
        entries.push({ ...place, kind: 'drawing', strokes, ratio: 4, expected: 'yes' })
      else if (zone.field === 'single') continue
      else if (isMarkZone(zone))
        entries.push({ ...place, kind: 'mark', text: 'X', expected: zone.value ?? 'yes' })
      else {
        const text = values[zone.field]
        if (text) entries.push({ ...place, kind: 'text', text, expected: asRead(zone.field, text) })
      }
    }
  }
  const { file, tooLong } = await fillForm(blank, entries)
  const fields = (await read(file, placeForm)).flatMap(({ reading }) => reading?.fields ?? [])
  return {
    file,
    tooLong,
    expected: Object.fromEntries(entries.map(({ field, expected }) => [field, expected])),
    found: Object.fromEntries(
      entries.map(({ field }) => [field, fields.find(({ name }) => name === field)?.value]),
    ),
    extra: fields.filter(({ name }) => !entries.some(({ field }) => field === name)).map(({ name }) => name),
  }
}

function asRead(field: FieldName, text: string): string {
  if (field !== 'signed-on' && field !== 'ends-on') return text
  const [month, day, year] = text.split('/')
  return `${year}-${month}-${day}`
}

describe('a made-up form that we filled in', () => {
  test.each(all.map(({ form, blank }) => ({ code: form.code, form, blank })))(
    '$code is read back with every field equal',
    async ({ form, blank }) => {
      const { expected, found, extra, tooLong } = await fillAndRead(form, blank, placeMadeUp)
      expect(tooLong).toEqual([])
      expect(Object.keys(expected).length).toBeGreaterThan(3)
      expect(found).toEqual(expected)
      expect(extra).toEqual([])
    },
  )
})

// Checkouts of a branch stand one folder deeper.
const folder = ['../../../shared/forms', '../../../../shared/forms']
  .map((up) => path.join(import.meta.dirname, up))
  .find((one) => existsSync(one))

describe.skipIf(folder === undefined)('a real form that we filled in', () => {
  test.each(['ny-st-120', 'ga-st-5', 'ca-cdtfa-230'])(
    '%s is read back with every field equal',
    async (code) => {
      const blank = readFileSync(path.join(folder as string, `${code}.pdf`))
      const { expected, found, extra, tooLong } = await fillAndRead(forms.get(code) as Form, blank)
      expect(tooLong).toEqual([])
      expect(Object.keys(expected).length).toBeGreaterThan(8)
      expect(found).toEqual(expected)
      expect(extra).toEqual([])
    },
  )
})

test('a text that is too long for its place is named, and not written', async () => {
  const blank = all[0]?.blank as Uint8Array
  const place = { page: 1, x: 0.1, y: 0.1, width: 0.3, height: 0.02 }
  const { tooLong } = await fillForm(blank, [
    { ...place, kind: 'text', text: 'short' },
    { ...place, kind: 'text', text: 'long '.repeat(60) },
  ])
  expect(tooLong).toEqual([1])
})
