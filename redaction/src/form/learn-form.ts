/** Learns a page of a blank form: what `formPlacer` needs to recognize it and to lay a filled page over it. */
import { hashWord, lettersOf, type PrintedWord, packWords } from '@exempta/knowledge/printed-words'
import type { Fingerprint, Zone } from '@exempta/knowledge/schema'
import { hashWordPairs, packPairs } from '@exempta/knowledge/word-pairs'
import { pdfiumRasteriser } from '../document/pdfium-rasteriser.ts'
import type { PageImage } from '../document/rasteriser.ts'
import { textLayerLines } from '../document/text-layer-lines.ts'
import { boundsOf, type Quad } from '../geometry/quad.ts'
import type { Picture } from '../picture/picture.ts'
import { onnxReader } from '../reader/onnx-reader.ts'
import type { Glyph, Line, TextReader } from '../reader/text-reader.ts'
import { Refusal } from '../refusal.ts'
import { inkShare } from './ink.ts'
import { printedRevision } from './printed-revision.ts'
import { areaOfInk, needsInk } from './read-marks.ts'

// The first page is the certificate; of the others a sample is enough to know them. Smallest hashes are a fair sample.
const mostPairs = { first: 1000, other: 200 }
// As many as zones can name.
const mostPages = 20
// Fewer, and the page is a picture, or its text is in no order.
const fewestPairs = 20
/** In heights of a character. Narrow blanks count too: many forms are set tighter than the engine expects of a scan. */
const narrowestBlank = 0.08

/** Learns every page of a blank in PDF. Throws a `Refusal` when it can't be opened. */
export async function learnBlank(
  untrustedBytes: Uint8Array,
  zones: readonly Zone[],
  reader: TextReader = onnxReader,
): Promise<Fingerprint['pages']> {
  const document = await pdfiumRasteriser.open(untrustedBytes)
  try {
    if (document.pageCount > mostPages) throw new Refusal('too-many-pages')
    const pages: Fingerprint['pages'] = []
    for (let page = 1; page <= document.pageCount; page++)
      pages.push(await learnPage(await document.page(page - 1), page, zones, reader))
    return pages.filter(({ pairs }) => pairs !== '')
  } finally {
    await document.close()
  }
}

export async function learnPage(
  image: PageImage,
  page: number,
  zones: readonly Zone[],
  reader: TextReader,
  /** Beside which some forms print their revision. */
  name = '',
): Promise<Fingerprint['pages'][number]> {
  const words = await wordsOf(image, reader)
  const lines = words.map((line) => line.map(textOf).join(' '))
  const pairs = hashWordPairs(lines)
  const revision = printedRevision(
    lines.map((text) => ({ text })),
    { name },
  )
  const own = zones.filter((zone) => zone.page === page)
  return {
    page,
    ...(revision && { printsRevision: true }),
    pairs: packPairs(pairs.slice(0, page === 1 ? mostPairs.first : mostPairs.other)),
    ...(own.length > 0 && {
      words: packWords(words.flat().flatMap((word) => printedWord(word, image.picture))),
      marks: own.filter(needsInk).map((zone) => {
        const { x, y, width, height } = zone
        const area = areaOfInk(zone, quadOn(image.picture, zone))
        return { x, y, width, height, ink: Number(inkShare(image.picture, area).toFixed(4)) }
      }),
    }),
  }
}

const textOf = (word: readonly Glyph[]) => word.map(({ text }) => text).join('')

/** The words of each line, of the file's own text, or of what can be read in its picture. */
async function wordsOf(image: PageImage, reader: TextReader): Promise<Glyph[][][]> {
  const held = (textLayerLines(image.characters ?? [])[1] ?? []).map(atBlanks)
  const isEnough = hashWordPairs(held.map((line) => line.map(textOf).join(' '))).length >= fewestPairs
  if (isEnough) return held
  return (await reader.read(image.picture, { detectionSide: 1600 })).map(atBlanks)
}

function atBlanks({ glyphs }: Line): Glyph[][] {
  const words: Glyph[][] = []
  let end: number | undefined
  let isAfterBlank = true
  for (const glyph of glyphs) {
    if (glyph.text.trim() === '') {
      isAfterBlank = true
      continue
    }
    const { left, right, top, bottom } = boundsOf([glyph.quad])
    const isApart = isAfterBlank || (end !== undefined && left - end > narrowestBlank * (bottom - top))
    if (isApart) words.push([])
    words[words.length - 1]?.push(glyph)
    end = right
    isAfterBlank = false
  }
  return words
}

function printedWord(word: readonly Glyph[], { width, height }: Picture): PrintedWord[] {
  const letters = lettersOf(textOf(word))
  if (letters === '') return []
  // Lines to write on often follow a word without a blank: they are no part of it.
  const lettered = word.filter(({ text }) => lettersOf(text) !== '')
  const { left, top, right, bottom } = boundsOf(lettered.map(({ quad }) => quad))
  return [
    {
      hash: hashWord(letters),
      length: letters.length,
      x: left / width,
      y: top / height,
      width: (right - left) / width,
      height: (bottom - top) / height,
    },
  ]
}

function quadOn(
  picture: Picture,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): Quad {
  const [left, right] = [x * picture.width, (x + width) * picture.width]
  const [top, bottom] = [y * picture.height, (y + height) * picture.height]
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ]
}
