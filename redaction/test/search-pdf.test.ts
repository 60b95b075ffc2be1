import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { drawPdf, pdfKinds } from './draw-pdf.ts'
import { secretFields } from './fields.ts'
import { textsIn, valuesIn } from './search-pdf.ts'

const ssn = { value: '219-09-9999', keptCount: 4 }
const account = { value: '123456789012' }
const code = { value: '731' }
const found = (raw: string, written = '') =>
  valuesIn({ raw: [raw], written: [written] }, [ssn, account, code]).map((value) => value.slice(0, 3))

test('values are found in raw bytes and in what is written, whichever way they are divided', () => {
  expect(found('/V (219-09) 1 g')).toEqual(['219'])
  expect(found('', '2 1 9 0 9')).toEqual(['219'])
  expect(found('12345678 9012')).toEqual(['123'])
  expect(found('', 'CVV: 731')).toEqual(['731'])
})

test('numbers that are only side by side are not one value', () => {
  expect(found('1 0 0 1 72.21 909.5 Tm 0.731 g')).toEqual([])
})

test.each(pdfKinds.filter((kind) => kind !== 'scanned'))(
  'everything is found in an unredacted PDF of the kind %s',
  async (kind) => {
    const scan = await readFile(new URL('../golden/form-5023.jpg', import.meta.url))
    const { bytes } = await drawPdf(kind, secretFields, scan)
    const values = secretFields.map(({ value }) => value)
    expect(valuesIn(textsIn(bytes), secretFields).sort()).toEqual(values.sort())
  },
)
