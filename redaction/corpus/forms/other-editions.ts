/**
 * Other editions of forms whose blanks we have: set again in another font, with rows moved, columns swapped, labels
 * renamed, and an earlier revision in print.
 */
import { PDFDocument, type PDFFont, rgb, StandardFonts } from '@cantoo/pdf-lib'
import type { Form, Zone } from '@exempta/knowledge/schema'
import { pdfiumRasteriser } from '../../src/document/pdfium-rasteriser.ts'
import type { OpenDocument } from '../../src/document/rasteriser.ts'
import { textLayerLines } from '../../src/document/text-layer-lines.ts'
import { isMarkZone } from '../../src/form/fill-zones.ts'
import { printedRevision } from '../../src/form/printed-revision.ts'
import { boundsOf } from '../../src/geometry/quad.ts'
import { piecesOf } from '../../src/page/piece.ts'
import { createRandom, type Random } from '../random.ts'
import { type Blank, blankOf } from './blanks.ts'

const letter = { width: 612, height: 792 }
const ink = rgb(0.1, 0.1, 0.1)
/** Fewer pieces of text, and the blank is a picture. */
const fewestPieces = 15
const leastLetters = 0.5

function isReadable(pieces: readonly { text: string }[]): boolean {
  const characters = pieces.flatMap(({ text }) => [...text.replace(/[\s_.]/g, '')])
  return characters.filter((one) => /[\p{L}\p{N}]/u.test(one)).length >= leastLetters * characters.length
}

interface Text {
  text: string
  /** As shares of the page: the left edge, the baseline, the width and the height. */
  x: number
  y: number
  width: number
  height: number
}

/** Undefined for blanks without text in them, or with text that says nothing without its font. The same seed gives the same edition. */
export async function otherEdition(code: string, seed: number): Promise<Blank | undefined> {
  const blank = await blankOf(code)
  const source = await pdfiumRasteriser.open(blank.bytes)
  try {
    return await setAgain(blank, source, createRandom(seed * 7919 + code.length))
  } finally {
    await source.close()
  }
}

async function setAgain({ form }: Blank, source: OpenDocument, random: Random): Promise<Blank | undefined> {
  const wanted = Math.max(...form.zones.map(({ page }) => page))
  const document = await PDFDocument.create()
  const font = await document.embedFont(
    random.pick([StandardFonts.TimesRoman, StandardFonts.Helvetica, StandardFonts.HelveticaBold]),
  )
  const rename = random.pick(renamings)
  const zones: Zone[] = []
  for (let number = 1; number <= wanted; number++) {
    const image = await source.page(number - 1)
    const { width, height } = image.picture
    const pieces = piecesOf(textLayerLines(image.characters ?? [])[1] ?? [])
    if (pieces.length < fewestPieces || !isReadable(pieces)) return undefined
    const own = form.zones.filter(({ page }) => page === number)
    const move = mover(random, own)
    const page = document.addPage([letter.width, letter.height])
    for (const { text, glyphs } of pieces) {
      const { left, right, top, bottom } = boundsOf(glyphs.map(({ quad }) => quad))
      const at = {
        x: left / width,
        y: top / height,
        width: (right - left) / width,
        height: (bottom - top) / height,
      }
      const printed = earlierRevision(rename(text), form)
      drawText(page, font, { text: printed, ...move(at) })
    }
    for (const zone of own) {
      const moved = { ...zone, ...move(zone) }
      zones.push(moved)
      const box = {
        x: moved.x * letter.width,
        y: (1 - moved.y - moved.height) * letter.height,
        width: moved.width * letter.width,
        height: moved.height * letter.height,
      }
      if (isMarkZone(zone)) page.drawRectangle({ ...box, borderWidth: 0.7, borderColor: ink })
      else
        page.drawLine({
          start: box,
          end: { x: box.x + box.width, y: box.y },
          thickness: 0.5,
          color: ink,
        })
    }
  }
  document.setCreationDate(new Date(0))
  document.setModificationDate(new Date(0))
  return { form: { ...form, zones }, bytes: await document.save() }
}

function drawText(
  page: ReturnType<PDFDocument['addPage']>,
  font: PDFFont,
  { text, x, y, width, height }: Text,
) {
  const printable = [...text.replaceAll('\u00ad', '-')].filter((one) => isPrintable(font, one)).join('')
  if (printable.trim() === '') return
  const natural = font.widthOfTextAtSize(printable, 10) / 10
  const size = Math.max(4, Math.min(0.85 * height * letter.height, (width * letter.width * 1.02) / natural))
  page.drawText(printable, {
    x: x * letter.width,
    y: (1 - y - 0.8 * height) * letter.height,
    size,
    font,
    color: ink,
  })
}

function isPrintable(font: PDFFont, character: string): boolean {
  try {
    font.encodeText(character)
    return true
  } catch {
    return false
  }
}

/** Where an area of the page goes: rows are pushed apart at a few heights, and names change their columns. */
function mover(random: Random, zones: readonly Zone[]) {
  const free = 0.08
  const isFree = (y: number) => zones.every((zone) => y < zone.y - 0.012 || y > zone.y + zone.height + 0.012)
  const cuts = Array.from({ length: 3 }, () => random.between(0.08, 0.85)).filter(isFree)
  const [left, scale] = [random.between(-0.01, 0.02), random.between(0.95, 0.99)]
  const isSwapped = random.chance(0.5)
  const [purchaser, seller] = (['purchaser', 'seller'] as const).map((name) =>
    zones.find(({ field }) => field === name),
  )
  const isLevel = purchaser && seller && Math.abs(purchaser.y - seller.y) < 0.01
  const parties = isSwapped && isLevel ? zones.filter(({ field }) => /^(?:purchaser|seller)/.test(field)) : []
  const [top, bottom] = [
    Math.min(...parties.map(({ y }) => y)) - 0.015,
    Math.max(...parties.map(({ y, height }) => y + height)) + 0.002,
  ]
  const apart = purchaser && seller ? purchaser.x - seller.x : 0
  const middle = purchaser && seller ? Math.max(purchaser.x, seller.x) - 0.004 : 0.5
  return <Area extends { x: number; y: number; width: number; height: number }>(area: Area) => {
    const pushed = (free / 3) * cuts.filter((cut) => area.y > cut).length
    const isParty = area.y > top && area.y < bottom && area.width < Math.abs(apart) + 0.03
    const across = isParty ? (area.x < middle ? Math.abs(apart) : -Math.abs(apart)) : 0
    return {
      x: Math.max(0, left + scale * (area.x + across)),
      y: area.y * (1 - free) + pushed,
      width: area.width * scale,
      height: area.height * (1 - free),
    }
  }
}

const sameText = (text: string) => text
const renamings: readonly ((text: string) => string)[] = [
  sameText,
  (text) =>
    text
      .replace(/\b(Name) of (purchaser|seller|buyer|vendor)\b/gi, (_, _name, who) => `${capital(who)}’s name`)
      .replace(/\b(Purchaser|Seller|Buyer|Vendor)['’]s name\b/gi, (_, who) => `Name of ${who.toLowerCase()}`)
      .replace(/\bStreet address\b/gi, 'Street and number'),
  (text) =>
    text
      .replace(/\bpurchaser\b/g, 'buyer')
      .replace(/\bPurchaser\b/g, 'Buyer')
      .replace(/\bseller\b/g, 'vendor')
      .replace(/\bSeller\b/g, 'Vendor'),
]
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()

/** "(6/18)" becomes "(6/13)", and "Rev. 02-25" becomes "Rev. 02-20". */
function earlierRevision(text: string, form: Form): string {
  const printed = printedRevision([{ text }], form)?.text
  if (!printed) return text
  // It was read without its blanks.
  const written = new RegExp([...printed].join(String.raw`\s*`)).exec(text)?.[0]
  const earlier = written?.replace(/\d{2}$/, (year) => `${(Number(year) + 95) % 100}`.padStart(2, '0'))
  return written && earlier ? text.replace(written, earlier) : text
}
