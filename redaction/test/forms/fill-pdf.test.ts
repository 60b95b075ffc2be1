import { expect, test } from 'vitest'
import { pdfiumRasteriser } from '../../src/document/pdfium-rasteriser.ts'
import { textLayerLines } from '../../src/document/text-layer-lines.ts'
import { entriesOf, fillPdf } from './fill-pdf.ts'
import { madeUpForms } from './made-up-forms.ts'

const forms = await madeUpForms()
const values = { purchaser: 'Resale Street Books', number: '12-345678', 'signed-on': '5/4/2026' }

async function firstPage(bytes: Uint8Array) {
  const document = await pdfiumRasteriser.open(bytes)
  try {
    return await document.page(0)
  } finally {
    await document.close()
  }
}

test.each(forms.map(({ form, blank }) => ({ code: form.code, form, blank })))(
  'what is filled into $code is in its text, where its zone is',
  async ({ form, blank }) => {
    const entries = entriesOf(form, values).filter(({ zone }) => zone.page === 1)
    const { bytes, places } = await fillPdf(blank, entries)
    const { characters = [], picture } = await firstPage(bytes)
    const text = (textLayerLines(characters)[1] ?? []).map((line) => line.text).join('\n')
    for (const [i, { text: value, zone }] of entries.entries()) {
      expect(text, form.code).toContain(value)
      const [left, top] = places[i]?.[0]?.[0] ?? [0, 0]
      expect(left, `${form.code} ${value}`).toBeGreaterThanOrEqual(zone.x)
      expect(top, `${form.code} ${value}`).toBeLessThan(zone.y + zone.height)
      const glyph = characters.find(
        ({ quad: [[x, y]] }) => isNear(x, left * picture.width) && isNear(y, top * picture.height),
      )
      expect(glyph?.text, `${form.code} ${value}`).toBe(value[0])
    }
  },
)

/** In pixels, of which a point has nearly three; letters are lower than their boxes. */
const isNear = (a: number, b: number) => Math.abs(a - b) < 14

test('values of fields are values, not text of the page', async () => {
  const [{ form, blank } = { form: undefined, blank: undefined }] = forms
  if (!form) throw new Error('There is no made-up form.')
  const { bytes } = await fillPdf(blank, entriesOf(form, values), { asFields: true })
  const { fields = [] } = await firstPage(bytes)
  expect(fields.map(({ value }) => value).toSorted()).toEqual(Object.values(values).toSorted())
})

test('a field that the form does not have is an error', () => {
  const slip = forms.find(({ form }) => form.code === 'xf-slip')
  expect(() => slip && entriesOf(slip.form, { ssn: '431234567' })).toThrow('no zone for ssn')
})
