/** Draws filled forms: the blank of a form, made-up values in its zones, and the way in which it reaches us. */
import { PDFDocument } from '@cantoo/pdf-lib'
import type { FieldName, Zone } from '@exempta/knowledge/schema'
import sharp from 'sharp'
import { fillPdf } from '../../redaction/test/forms/fill-pdf.ts'
import { placeText } from '../../redaction/test/forms/place-text.ts'
import { corners, emptyScene, expose, placeSheet, type Scene } from '../redaction/corpus/photograph.ts'
import { createRandom, type Random } from '../redaction/corpus/random.ts'
import type { LabelledSecret, Point, Quad, Sheet } from '../redaction/corpus/sheet.ts'
import { type Blank, type BlankPage, blankOf, blankPage, lineIn } from './blanks.ts'
import { type FilledEntry, fillIn } from './fill-in.ts'
import { crop, sendByFax } from './spoil-scene.ts'
import { type PhotoStyle, type ScanStyle, type Style, styleNamed } from './styles.ts'
import { drawFolds, drawStamp, sheetOf, widthOfText, writeEntries } from './write-entries.ts'

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
}

/** The same options give the same bytes. */
export async function drawFilledForm({
  code,
  seed,
  style: styleName,
  page = 1,
}: DrawOptions): Promise<FilledForm> {
  const style = styleNamed(styleName)
  const random = createRandom(seedOf(`${code}/${styleName}/${seed}`))
  const blank = await blankOf(code)
  const pagesByNumber = new Map<number, BlankPage>()
  for (const number of pagesOf(blank.form.zones)) pagesByNumber.set(number, await blankPage(blank, number))
  const paperOf = (zone: Zone) => pagesByNumber.get(zone.page) as BlankPage
  const fits = (zone: Zone, text: string) => {
    const { width, height } = paperOf(zone)
    const box = { width: zone.width * width, height: zone.height * height }
    return placeText(box, (size) => widthOf(style, text, size)).fits
  }
  const entries = fillIn(random, blank.form, fits).map((entry) => ({
    ...entry,
    ...(entry.kind !== 'tick' && { line: lineIn(paperOf(entry.zone), entry.zone) }),
  }))
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

type PictureStyle = ScanStyle | PhotoStyle

async function drawPictures(
  random: Random,
  blank: Blank,
  entries: readonly FilledEntry[],
  style: PictureStyle,
  page: number,
): Promise<Drawn> {
  const isPdf = style.medium === 'scan' && style.file === 'pdf'
  const numbers = isPdf ? pagesOf(blank.form.zones) : [page]
  const drawn: { page: number; picture: Buffer; scene: Scene }[] = []
  for (const number of numbers) {
    const scene = await sceneOf(random, blank, entries, style, number)
    drawn.push({ page: number, scene, picture: await encode(scene, style) })
  }
  const pages = drawn.map(({ page, scene }) => ({ page, places: placesIn(scene) }))
  const [first] = drawn
  if (!first) throw new Error(`${blank.form.code} has no page.`)
  if (style.medium === 'scan' && style.file === 'pdf')
    return { bytes: await pdfOf(drawn, style.dpi), type: 'pdf', pages }
  return {
    bytes: first.picture,
    type: style.medium === 'photo' || style.file === 'jpg' ? 'jpg' : 'png',
    pages,
  }
}

/** Sheets are drawn at this resolution for photos. */
const photoDpi = 200
const mostPhotoDpi = 300
const degree = Math.PI / 180

async function sceneOf(
  random: Random,
  blank: Blank,
  entries: readonly FilledEntry[],
  style: PictureStyle,
  page: number,
): Promise<Scene> {
  const paper = await blankPage(blank, page)
  const scale = (style.medium === 'scan' ? style.dpi : photoDpi) / 72
  const sheet = sheetOf(paper, scale)
  const own = [...entries.entries()].filter(([, { zone }]) => zone.page === page)
  writeEntries(random, sheet, own, style.font, scale)
  if (style.hasStamp) drawStamp(random, sheet, scale)
  if (style.hasFold) drawFolds(random, sheet, scale)
  const scene = await (style.medium === 'scan'
    ? scan(random, sheet, style)
    : photograph(random, sheet, style))
  if (style.conditions) await expose(random, scene, style.conditions)
  if (style.isCropped) crop(random, scene)
  if (style.medium === 'scan' && style.isFax) sendByFax(random, scene)
  return scene
}

async function scan(random: Random, sheet: Sheet, { turn = 0 }: ScanStyle): Promise<Scene> {
  const isSideways = Math.round(turn / 90) % 2 !== 0
  const [width, height] = isSideways ? [sheet.height, sheet.width] : [sheet.width, sheet.height]
  const shade = random.pick([255, 250, 244])
  const pixels = new Uint8Array(width * height * 3).fill(shade)
  const scene: Scene = { width, height, pixels, secrets: [], kept: [] }
  const isSkewed = turn % 90 !== 0
  await placeSheet(scene, sheet, corners(random, scene, sheet, turn * degree, isSkewed ? 0.98 : 1, 0))
  return scene
}

async function photograph(
  random: Random,
  sheet: Sheet,
  { turn = 0, pixels, tilt }: PhotoStyle,
): Promise<Scene> {
  const isSideways = Math.round(turn / 90) % 2 !== 0
  const isUpright = sheet.height > sheet.width !== isSideways
  const short = Math.min(pixels, (Math.min(sheet.width, sheet.height) * mostPhotoDpi) / photoDpi)
  const [shorter, longer] = [Math.round(short), Math.round((short * 4) / 3)]
  const scene = await emptyScene(random, isUpright ? shorter : longer, isUpright ? longer : shorter)
  const fill = random.between(0.92, 0.98) * (1 - 2 * tilt)
  await placeSheet(scene, sheet, corners(random, scene, sheet, turn * degree, fill, tilt))
  return scene
}

function encode({ width, height, pixels }: Scene, style: PictureStyle): Promise<Buffer> {
  const image = sharp(pixels, { raw: { width, height, channels: 3 } })
  if (style.medium === 'scan' && style.isFax) return image.png({ palette: true, colours: 2 }).toBuffer()
  if (style.medium === 'scan' && style.file === 'png') return image.greyscale().png().toBuffer()
  return image.jpeg({ quality: style.quality }).toBuffer()
}

async function pdfOf(pages: readonly { picture: Buffer; scene: Scene }[], dpi: number): Promise<Buffer> {
  const document = await PDFDocument.create()
  for (const { picture, scene } of pages) {
    const isPng = picture[0] === 0x89
    const image = await (isPng ? document.embedPng(picture) : document.embedJpg(picture))
    const [width, height] = [(scene.width * 72) / dpi, (scene.height * 72) / dpi]
    document.addPage([width, height]).drawImage(image, { x: 0, y: 0, width, height })
  }
  document.setCreationDate(new Date(0))
  document.setModificationDate(new Date(0))
  return Buffer.from(await document.save())
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
    fields: [],
    ticks: [],
    hasSignature: false,
    style: style.name,
    scanOrPhoto: style.medium,
  }
  for (const [index, { places }] of pages.entries())
    for (const [entryIndex, characters] of places) {
      const { kind, zone, value, state, isSecret } = entries[entryIndex] as FilledEntry
      if (kind === 'signature') labels.hasSignature = true
      else
        labels[kind === 'tick' ? 'ticks' : 'fields'].push({
          name: zone.field,
          value,
          ...(state && { state }),
          ...(isSecret && { isSecret }),
          page: index + 1,
          quad: around(characters),
          characters,
        })
    }
  return labels
}

/** From the first character to the last, in the direction of reading. */
function around(characters: readonly Quad[]): Quad {
  const [first, last] = [characters[0] as Quad, characters.at(-1) as Quad]
  return [first[0], last[1], last[2], first[3]]
}
