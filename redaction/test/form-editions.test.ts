import { beforeAll, expect, test } from 'vitest'
import { pdfiumRasteriser } from '../src/document/pdfium-rasteriser.ts'
import type { PageImage } from '../src/document/rasteriser.ts'
import { textLayerLines } from '../src/document/text-layer-lines.ts'
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

beforeAll(async () => {
  place = await placeMadeUpForms()
  const made = (await madeUpForms()).find(({ form }) => form.code === 'xc-ex-7')
  if (!made) throw new Error('There is no such form.')
  const { bytes } = await fillPdf(made.blank, entriesOf(made.form, values))
  const document = await pdfiumRasteriser.open(bytes)
  image = await document.page(0)
  lines = textLayerLines(image.characters ?? [])[1] ?? []
  await document.close()
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

async function read(of: readonly Line[]) {
  const placed = place(of)
  if (!placed) throw new Error('The form was not recognized.')
  const { form, fields } = await readForm(placed, of, image.picture, [], { today: '2026-11-18' })
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

test('rows that moved make nothing sure, though no other revision is printed', async () => {
  expect((await read(moved(380, 90))).sure).toEqual([])
})
