/** Blank forms to fill in: those of the folder beside the repository, or our own made-up ones where there is none. */
import { existsSync, readFileSync } from 'node:fs'
import { forms } from '@exempta/knowledge/forms'
import type { Form } from '@exempta/knowledge/schema'
import { pdfiumRasteriser } from '../../src/document/pdfium-rasteriser.ts'
import { type Picture, sharpOf } from '../../src/picture/picture.ts'
import { madeUpForms } from '../../test/forms/made-up-forms.ts'

export interface Blank {
  form: Form
  bytes: Uint8Array
}

export interface BlankPage {
  /** In points, as the page is seen. */
  width: number
  height: number
  png: Buffer
  picture: Picture
}

// Checkouts of a branch stand one folder deeper.
const folder = ['../../../../shared/forms/', '../../../../../shared/forms/']
  .map((path) => new URL(path, import.meta.url))
  .find((url) => existsSync(url))

export const hasRealForms = folder !== undefined

const fileOf = (code: string) => folder && new URL(`${code}.pdf`, folder)

/** Real forms whose zones have been measured and whose blank is there; made-up ones where there are none. */
export async function knownCodes(): Promise<string[]> {
  if (!folder) return (await madeUpForms()).map(({ form }) => form.code)
  return [...forms.values()]
    .filter(({ code, zones }) => zones.length > 0 && existsSync(fileOf(code) as URL))
    .map(({ code }) => code)
}

export async function blankOf(code: string): Promise<Blank> {
  const own = (await madeUpForms()).find(({ form }) => form.code === code)
  if (own) return { form: own.form, bytes: own.blank }
  const [form, file] = [forms.get(code), fileOf(code)]
  if (!form || !file || !existsSync(file)) throw new Error(`There is no blank of the form ${code}.`)
  return { form, bytes: readFileSync(file) }
}

const drawn = new Map<string, Promise<BlankPage>>()

/** A page of a blank, counted from 1, drawn at 200 dpi. Each is drawn once. */
export function blankPage({ form, bytes }: Blank, page: number): Promise<BlankPage> {
  const key = `${form.code}/${page}`
  let picture = drawn.get(key)
  if (!picture) {
    // On a busy machine a page can take longer than the engine waits for it.
    picture = drawBlank(bytes, page).catch(() => drawBlank(bytes, page))
    drawn.set(key, picture)
  }
  return picture
}

async function drawBlank(bytes: Uint8Array, page: number): Promise<BlankPage> {
  const document = await pdfiumRasteriser.open(bytes)
  try {
    const { picture, pointsPerPixel } = await document.page(page - 1)
    const png = await sharpOf(picture).png().toBuffer()
    return { width: picture.width * pointsPerPixel, height: picture.height * pointsPerPixel, png, picture }
  } finally {
    await document.close()
  }
}
