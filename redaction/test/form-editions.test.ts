import type { Form } from '@exempta/knowledge/schema'
import { beforeAll, expect, test } from 'vitest'
import { otherEdition } from '../corpus/forms/other-editions.ts'
import { pdfiumRasteriser } from '../src/document/pdfium-rasteriser.ts'
import type { PageImage } from '../src/document/rasteriser.ts'
import { textLayerLines } from '../src/document/text-layer-lines.ts'
import { learnBlank } from '../src/form/learn-form.ts'
import type { PlaceForm } from '../src/form/place-form.ts'
import { readForm } from '../src/form/read-form.ts'
import { mapQuad } from '../src/geometry/quad.ts'
import type { Line } from '../src/reader/text-reader.ts'
import { entriesOf, fillPdf } from './forms/fill-pdf.ts'
import { madeUpForms } from './forms/made-up-forms.ts'
import { placeMadeUpForms } from './forms/place-made-up-forms.ts'

let place: PlaceForm
let image: PageImage
let lines: Line[]

const values = {
  purchaser: 'Resale Street Books',
  seller: 'Seller & Sons, Inc.',
  number: '12-345678',
  'signed-on': '5/4/2026',
  blanket: 'X',
} as const
const expected = { ...values, 'signed-on': '2026-05-04' }

/** The first page of a blank with these values set into it. */
async function filledPage(form: Form, blank: Uint8Array) {
  const { bytes } = await fillPdf(blank, entriesOf(form, values))
  const document = await pdfiumRasteriser.open(bytes)
  const first = await document.page(0)
  await document.close()
  return { image: first, lines: textLayerLines(first.characters ?? [])[1] ?? [] }
}

beforeAll(async () => {
  place = await placeMadeUpForms()
  const made = (await madeUpForms()).find(({ form }) => form.code === 'xc-ex-7')
  if (!made) throw new Error('There is no such form.')
  ;({ image, lines } = await filledPage(made.form, made.blank))
})

/** The page as if it had been set again: what is below a height stands lower. */
const moved = (from: number, by: number) =>
  lines.map((line): Line => {
    const map = ([x, y]: readonly [number, number]) => [x, y > from ? y + by : y] as const
    const glyphs = line.glyphs.map((glyph) => ({ ...glyph, quad: mapQuad(glyph.quad, map) }))
    return { ...line, glyphs, quad: mapQuad(line.quad, map) }
  })

const printing = (of: readonly Line[], from: string, to: string) =>
  of.map((line): Line => {
    const at = line.text.indexOf(from)
    if (at < 0) return line
    const glyphs = line.glyphs.map((glyph, i) => ({ ...glyph, text: to[i - at] ?? glyph.text }))
    return { ...line, glyphs, text: glyphs.map(({ text }) => text).join('') }
  })

async function read(of: readonly Line[], using = { place, picture: image.picture }) {
  const placed = using.place(of)
  if (!placed) throw new Error('The form was not recognized.')
  const { form, fields } = await readForm(placed, of, using.picture, [], { today: '2026-11-18' })
  return {
    form,
    values: Object.fromEntries(fields.map(({ name, value }) => [name, value])),
    sure: fields.filter(({ isSure }) => isSure).map(({ name }) => name),
  }
}

test('the edition that was learned is none of its own, and its values are sure', async () => {
  const { form, values, sure } = await read(lines)
  expect(form).toMatchObject({ code: 'xc-ex-7' })
  expect(form).not.toHaveProperty('edition')
  expect(values).toMatchObject({ purchaser: expected.purchaser, seller: expected.seller })
  expect(sure).toEqual(expect.arrayContaining(['purchaser', 'seller', 'signed-on']))
})

test.each([
  ['3/19', 'older'],
  ['3/29', 'other'],
] as const)(
  'the revision %s is an edition that is %s, and nothing on it is sure',
  async (printed, edition) => {
    const { form, values, sure } = await read(printing(lines, '3/24', printed))
    expect(form).toMatchObject({ code: 'xc-ex-7', edition, revision: printed })
    expect(values).toMatchObject({ purchaser: expected.purchaser, seller: expected.seller })
    expect(sure).toEqual([])
  },
)

test.each([380, 540, 700])(
  'rows below %i that moved are read where they went, and nothing is sure',
  async (from) => {
    const { form, values, sure } = await read(printing(moved(from, 90), '3/24', '3/19'))
    expect(form).toMatchObject({ code: 'xc-ex-7', edition: 'older' })
    const { purchaser, seller, number } = expected
    expect(values).toMatchObject({ purchaser, seller, number, 'signed-on': '2026-05-04' })
    expect(sure).toEqual([])
  },
)

test('where the page prints no revision that can be read, nothing on it is sure', async () => {
  const { form, values, sure } = await read(printing(lines, '3/24', '::::'))
  expect(form).not.toHaveProperty('edition')
  expect(values).toMatchObject({ purchaser: expected.purchaser, seller: expected.seller })
  expect(sure).toEqual([])
})

test('rows that moved make nothing sure, though no other revision is printed', async () => {
  expect((await read(moved(380, 90))).sure).toEqual([])
})

test('an edition that was learned, too, is read as surely as the first, and the revision on the page decides', async () => {
  const edition = await otherEdition('xc-ex-7', 1)
  if (!edition) throw new Error('It can’t be set again.')
  const { form } = edition
  const pages = await learnBlank(edition.bytes, form.zones)
  const both = await placeMadeUpForms([{ code: form.code, revision: '3/19', zones: form.zones, pages }])
  const older = await filledPage(form, edition.bytes)
  const { picture } = older.image
  expect((await read(older.lines, { place, picture })).form).toMatchObject({ edition: 'older' })
  const learned = await read(older.lines, { place: both, picture })
  expect(learned.form).not.toHaveProperty('edition')
  expect(learned.values).toMatchObject({ purchaser: expected.purchaser, seller: expected.seller })
  expect(learned.sure).toEqual(expect.arrayContaining(['purchaser', 'seller']))
  const newer = await read(lines, { place: both, picture: image.picture })
  expect([newer.form, newer.values]).toEqual([(await read(lines)).form, (await read(lines)).values])
})
