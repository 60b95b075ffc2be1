/** Draws filled forms: the blank of a form, made-up values in its zones, and the way in which it reaches us. */
import type { Zone } from '@exempta/knowledge/schema'
import type { FieldName } from '@exempta/knowledge/terms'
import { placeText } from '../../src/form/place-text.ts'
import { fillPdf } from '../../test/forms/fill-pdf.ts'
import type { Scene } from '../photograph.ts'
import { createRandom, type Random } from '../random.ts'
import type { LabelledSecret, Point, Quad } from '../sheet.ts'
import { type Blank, type BlankPage, blankOf, blankPage } from './blanks.ts'
import { type FilledEntry, fillIn } from './fill-in.ts'
import { boxIn, spotsIn } from './find-spots.ts'
import { type Style, styleNamed } from './styles.ts'
import { developAll, dpiOf, isPdf, type PictureStyle, takePicture } from './take-picture.ts'
import { sheetOf, widthOfText, writeEntries } from './write-entries.ts'

export interface FieldLabel {
  name: FieldName
  /** Dates as ISO days. */
  value: string
  /** The state that gave a number, where the form says so. */
  state?: string
  /** Must be hidden: license numbers and Social Security numbers. */
  isSecret?: boolean
  /** Page of the file, counted from 1. */
  page: number
  /** As shares of the width and height of the page in the file, as are those of the characters. */
  quad: Quad
  characters: Quad[]
}

export interface FormLabels {
  form: string
  /** The form's page that is the first one of the file. */
  page: number
  /** How many pages of the file, from its first on, show pages of the form that can be filled in. */
  pages: number
  /** Texts that were filled in. */
  fields: FieldLabel[]
  /** Boxes that were marked, with what they stand for. */
  ticks: FieldLabel[]
  hasSignature: boolean
  style: string
  scanOrPhoto: 'scan' | 'photo' | 'text'
}

export interface FilledForm {
  bytes: Buffer
  type: 'pdf' | 'jpg' | 'png'
  labels: FormLabels
}

export interface DrawOptions {
  code: string
  seed: number
  /** Name of one of the styles. */
  style: string
  /** Of a form with several pages, the one that a picture shows; files in PDF have them all. */
  page?: number
  /** The blank that is filled in, unless it is that of the code. */
  blank?: Blank
}

/** The same options give the same bytes. */
export async function drawFilledForm({
  code,
  seed,
  style: styleName,
  page = 1,
  blank: own,
}: DrawOptions): Promise<FilledForm> {
  const style = styleNamed(styleName)
  const random = createRandom(seedOf(`${code}/${styleName}/${seed}`))
  const blank = own ?? (await blankOf(code))
  const pagesByNumber = new Map<number, BlankPage>()
  for (const number of pagesOf(blank.form.zones)) pagesByNumber.set(number, await blankPage(blank, number))
  const paperOf = (zone: Zone) => pagesByNumber.get(zone.page) as BlankPage
  const entries = fillIn(random, blank.form, {
    spotsIn: (zone) => spotsIn(paperOf(zone), zone),
    boxIn: (zone) => boxIn(paperOf(zone), zone),
    fits: ({ zone, cells }, text) => {
      if (cells) return text.length < cells.length
      const { width, height } = paperOf(zone)
      const box = { width: zone.width * width, height: zone.height * height }
      return placeText(box, (size) => widthOf(style, text, size)).fits
    },
  })
  const { bytes, type, pages } =
    style.medium === 'text'
      ? await drawText(blank, entries, style)
      : await drawPictures(random, blank, entries, style, page)
  return { bytes, type, labels: labelsOf(code, style, entries, pages) }
}

interface DrawnPage {
  /** Page of the form. */
  page: number
  /** For each entry on it, its index and the boxes of its characters, as shares of the page. */
  places: Map<number, Quad[]>
}

interface Drawn extends Omit<FilledForm, 'labels'> {
  pages: DrawnPage[]
}

function seedOf(text: string): number {
  let hash = 5381
  for (const character of text) hash = (Math.imul(hash, 33) ^ character.charCodeAt(0)) >>> 0
  return hash % 1_000_003
}

/** Fonts of a PDF are about as wide as these. */
const widthOf = (style: Style, text: string, size: number) =>
  widthOfText(
    text,
    style.medium === 'text' ? (style.font === 'Courier' ? 'courier' : 'inter') : style.font,
    size,
  )

async function drawText(
  { form, bytes: blank }: Blank,
  entries: readonly FilledEntry[],
  { font, asFields }: Extract<Style, { medium: 'text' }>,
): Promise<Drawn> {
  const { bytes, places } = await fillPdf(blank, entries, { font, ...(asFields && { asFields }) })
  const pages = pagesOf(form.zones).map((page) => ({
    page,
    places: new Map(
      [...entries.entries()]
        .filter(([, { zone }]) => zone.page === page)
        .map(([index]) => [index, places[index] as unknown as Quad[]]),
    ),
  }))
  return { bytes: Buffer.from(bytes), type: 'pdf', pages }
}

/** Pages that have something to fill in, and those between them. */
const pagesOf = (zones: readonly Zone[]) =>
  Array.from({ length: Math.max(1, ...zones.map(({ page }) => page)) }, (_, i) => i + 1)

async function drawPictures(
  random: Random,
  blank: Blank,
  entries: readonly FilledEntry[],
  style: PictureStyle,
  page: number,
): Promise<Drawn> {
  const scenes = new Map<number, Scene>()
  for (const number of isPdf(style) ? pagesOf(blank.form.zones) : [page])
    scenes.set(number, await sceneOf(random, blank, entries, style, number))
  return {
    ...(await developAll([...scenes.values()], style)),
    pages: [...scenes].map(([number, scene]) => ({ page: number, places: placesIn(scene) })),
  }
}

async function sceneOf(
  random: Random,
  blank: Blank,
  entries: readonly FilledEntry[],
  style: PictureStyle,
  page: number,
): Promise<Scene> {
  const scale = dpiOf(style) / 72
  const sheet = sheetOf(await blankPage(blank, page), scale)
  const own = [...entries.entries()].filter(([, { zone }]) => zone.page === page)
  writeEntries(random, sheet, own, style.font, scale)
  return takePicture(random, sheet, style)
}

function placesIn({ width, height, kept }: Scene): Map<number, Quad[]> {
  const share = ([x, y]: Point): Point => [x / width, y / height]
  const quadsOf = ({ characters }: LabelledSecret) => characters.map(({ quad }) => quad.map(share) as Quad)
  return new Map(kept.map((label) => [Number(label.type), quadsOf(label)]))
}

function labelsOf(
  code: string,
  style: Style,
  entries: readonly FilledEntry[],
  pages: readonly DrawnPage[],
): FormLabels {
  const labels: FormLabels = {
    form: code,
    page: pages[0]?.page ?? 1,
    pages: pages.length,
    fields: [],
    ticks: [],
    hasSignature: false,
    style: style.name,
    scanOrPhoto: style.medium,
  }
  for (const [index, { places }] of pages.entries()) {
    const groups = new Map<number, FieldLabel>()
    for (const [entryIndex, characters] of places) {
      const { kind, zone, value, state, isSecret, group } = entries[entryIndex] as FilledEntry
      const begun = group === undefined ? undefined : groups.get(group)
      if (kind === 'signature') labels.hasSignature = true
      else if (begun) {
        begun.characters.push(...characters)
        begun.quad = around(begun.characters)
      } else {
        const label: FieldLabel = {
          name: zone.field,
          value,
          ...(state && { state }),
          ...(isSecret && { isSecret }),
          page: index + 1,
          quad: around(characters),
          characters: [...characters],
        }
        labels[kind === 'tick' ? 'ticks' : 'fields'].push(label)
        if (group !== undefined) groups.set(group, label)
      }
    }
  }
  return labels
}

/** From the first character to the last, in the direction of reading. */
function around(characters: readonly Quad[]): Quad {
  const [first, last] = [characters[0] as Quad, characters.at(-1) as Quad]
  return [first[0], last[1], last[2], first[3]]
}
