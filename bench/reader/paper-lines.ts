import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRandom, type Random } from '../../redaction/corpus/random.ts'
import { pdfiumRasteriser } from '../../redaction/src/document/pdfium-rasteriser.ts'
import { sharpRasteriser } from '../../redaction/src/document/sharp-rasteriser.ts'
import { textLayerLines } from '../../redaction/src/document/text-layer-lines.ts'
import { centre, growQuad, heightOf, isInside, mapQuad } from '../../redaction/src/geometry/quad.ts'
import { type Picture, scalePicture } from '../../redaction/src/picture/picture.ts'
import type { Line } from '../../redaction/src/reader/text-reader.ts'
import type { LabeledLine } from './line.ts'

const folder = new URL('../../../shared/papers/', import.meta.url)

type Row = Pick<LabeledLine, 'kind' | 'text' | 'quad'> & { file: string }

export const hasPapers = existsSync(folder)

/** Lines of scans and photographs that hold no text of their own, read by eye. */
export async function* linesReadByEye(): AsyncGenerator<LabeledLine> {
  const rows: Row[] = JSON.parse(
    readFileSync(new URL('./lines-read-by-eye.json', import.meta.url), 'utf8'),
  ) as Row[]
  for (const [file, lines] of Map.groupBy(rows, (row) => row.file)) {
    if (!existsSync(new URL(file, folder))) continue
    const document = await open(file)
    const { picture } = await document.page(0)
    await document.close()
    for (const { kind, text, quad } of lines) yield { kind: `papers.${kind}`, text, quad, picture }
  }
}

const open = (file: string) =>
  (file.endsWith('.pdf') ? pdfiumRasteriser : sharpRasteriser).open(readFileSync(new URL(file, folder)))

const isPlain = /^[\x20-\x7e]*[a-z0-9][\x20-\x7e]*$/i
const isRuled = /_{3}|\.{5}|(\. ){3}/

/** Lines of files whose pages are drawn with text and lines alone: their own text says what can be seen. */
export async function* linesOfTextLayers(perPage: number): AsyncGenerator<LabeledLine> {
  const random = createRandom(5151)
  for (const part of ['docs/', 'forms/']) {
    for (const name of readdirSync(new URL(part, folder)).sort()) {
      if (!name.endsWith('.pdf')) continue
      const document = await open(part + name)
      for (let page = 0; page < Math.min(document.pageCount, 3); page++) {
        const { picture, characters, isTextOnly } = await document.page(page)
        if (!characters || !isTextOnly) continue
        const lines = textLayerLines(characters)[1] ?? []
        const plain = lines.filter(
          (line) =>
            line.text.length > 1 &&
            isPlain.test(line.text) &&
            !isRuled.test(line.text) &&
            standsAlone(line, lines),
        )
        const small = await scalePicture(picture, Math.round(Math.max(picture.width, picture.height) * 0.5))
        for (const line of someOf(random, plain, perPage)) {
          const margin = 0.15 * heightOf(line.quad)
          const quad = growQuad(line.quad, 2 * margin, margin)
          yield { kind: kindOf(line.text), text: line.text, quad, picture }
          yield {
            kind: 'papers.smallPrint',
            text: line.text,
            quad: scaled(quad, picture, small),
            picture: small,
          }
        }
      }
      await document.close()
    }
  }
}

/** Words that the file draws in pieces would show letters of the next piece. */
function standsAlone(line: Line, lines: readonly Line[]): boolean {
  const area = growQuad(line.quad, heightOf(line.quad), 0)
  return lines.every(
    (other) => other === line || !other.glyphs.some(({ quad }) => isInside(area, centre(quad))),
  )
}

const scaled = (quad: LabeledLine['quad'], from: Picture, to: Picture) =>
  mapQuad(quad, ([x, y]) => [(x * to.width) / from.width, (y * to.height) / from.height])

const kindOf = (text: string) =>
  (text.match(/\d/g)?.length ?? 0) * 2 > text.replace(/\s/g, '').length ? 'papers.digits' : 'papers.print'

function someOf<Item>(random: Random, items: readonly Item[], count: number): Item[] {
  return items
    .map((item) => ({ item, order: random.next() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, count)
    .map(({ item }) => item)
}
