/**
 * Writes pages of public forms as gray pictures with the lines that their own text says: what is drawn alone never looks
 * quite like them.
 *
 *     node redaction/training/pages.ts FOLDER-WITH-PDFS redaction/training/data
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { pdfiumRasteriser } from '../src/document/pdfium-rasteriser.ts'
import { textLayerLines } from '../src/document/text-layer-lines.ts'
import { centre, growQuad, heightOf, isInside, type Point, widthOf } from '../src/geometry/quad.ts'
import type { Line } from '../src/reader/text-reader.ts'

const pagesOfFile = 4
const longestText = 110
const isPlain = /^[\x20-\x7e]+$/
const isRuled = /_{3}|\.{5}|(\. ){3}/

const [folder, out] = process.argv.slice(2) as [string, string]
const pictures: Buffer[] = []
const pages: { file: string; width: number; height: number; lines: unknown[] }[] = []

for (const file of readdirSync(folder).sort()) {
  if (!file.endsWith('.pdf')) continue
  const document = await pdfiumRasteriser.open(readFileSync(join(folder, file)))
  for (let at = 0; at < Math.min(document.pageCount, pagesOfFile); at++) {
    const { picture, characters } = await document.page(at)
    if (!characters) continue
    const all = textLayerLines(characters)[1] ?? []
    const lines = all.filter((line) => isReadable(line, all)).map(placed)
    if (lines.length === 0) continue
    pages.push({ file, width: picture.width, height: picture.height, lines })
    pictures.push(grayOf(picture.pixels))
  }
  await document.close()
}
writeFileSync(join(out, 'pages.json'), JSON.stringify(pages))
writeFileSync(join(out, 'pages.gz'), gzipSync(Buffer.concat(pictures), { level: 6 }))
const lineCount = pages.reduce((sum, page) => sum + page.lines.length, 0)
process.stdout.write(`${pages.length} pages, ${lineCount} lines\n`)

/** What can be seen for certain: nothing that the file draws in pieces, and no leaders or blanks to write on. */
function isReadable(line: Line, all: readonly Line[]): boolean {
  const { text, quad } = line
  if (text.length > longestText || !isPlain.test(text) || isRuled.test(text)) return false
  if (widthOf(quad) < 4 || heightOf(quad) < 4) return false
  const area = growQuad(quad, 0.5 * heightOf(quad), 0)
  return all.every(
    (other) => other === line || !other.glyphs.some((glyph) => isInside(area, centre(glyph.quad))),
  )
}

/** The corners, and where along the line each of its characters stands, from 0 to 1. */
function placed({ text, quad, glyphs }: Line) {
  const [a, b] = quad as readonly Point[] as [Point, Point]
  const length = Math.hypot(b[0] - a[0], b[1] - a[1])
  const along = ([x, y]: Point) =>
    ((x - a[0]) * (b[0] - a[0]) + (y - a[1]) * (b[1] - a[1])) / (length * length)
  const middles = glyphs.map((glyph) => along(centre(glyph.quad)))
  return {
    text,
    quad: quad.map((point) => point.map((value) => Math.round(value * 10) / 10)),
    at: middles.map((value) => Math.round(value * 10_000) / 10_000),
  }
}

/** One byte for each pixel, in sixteen steps. */
function grayOf(pixels: Uint8Array): Buffer {
  const gray = Buffer.alloc(pixels.length / 3)
  for (let i = 0, p = 0; i < gray.length; i++, p += 3) {
    const value =
      0.299 * (pixels[p] as number) + 0.587 * (pixels[p + 1] as number) + 0.114 * (pixels[p + 2] as number)
    gray[i] = Math.round(value / 17) * 17
  }
  return gray
}
