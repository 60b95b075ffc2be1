import { unpackFingerprint } from '@exempta/knowledge/fingerprints'
import { hasRealForms } from '../../corpus/forms/blanks.ts'
import { pdfiumRasteriser } from '../../src/document/pdfium-rasteriser.ts'
import { learnPage } from '../../src/form/learn-form.ts'
import { formPlacer, type PlaceForm, placeForm } from '../../src/form/place-form.ts'
import { onnxReader } from '../../src/reader/onnx-reader.ts'
import { type MadeUpForm, madeUpForms } from './made-up-forms.ts'

/** Learns the made-up forms as `npm run forms:learn` learns real ones. */
export async function placeMadeUpForms(): Promise<PlaceForm> {
  const all = await madeUpForms()
  const fingerprints = await Promise.all(all.map(learn))
  return formPlacer(new Map(all.map(({ form }) => [form.code, form])), fingerprints.flat())
}

async function learn({ form, blank }: MadeUpForm) {
  const document = await pdfiumRasteriser.open(blank)
  const pages = []
  for (let page = 1; page <= document.pageCount; page++)
    pages.push(await learnPage(await document.page(page - 1), page, form.zones, onnxReader))
  await document.close()
  return unpackFingerprint({ code: form.code, revision: null, pages })
}

let madeUp: Promise<PlaceForm> | undefined

/** Finds the forms that ship with the product, or the made-up ones where no others can be drawn. */
export function placeFormsOfBench(): Promise<PlaceForm> {
  if (hasRealForms) return Promise.resolve(placeForm)
  madeUp ??= placeMadeUpForms()
  return madeUp
}
