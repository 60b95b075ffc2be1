import { inflateSync } from 'node:zlib'
import { readInter } from '../src/platform/pdf/true-type.ts'

const inter = {
  R0: readInter('inter-latin-400-normal'),
  R1: readInter('inter-latin-ext-400-normal'),
  B0: readInter('inter-latin-600-normal'),
  B1: readInter('inter-latin-ext-600-normal'),
}
type Key = keyof typeof inter
const letters = Object.fromEntries(
  Object.entries(inter).map(([key, { glyphs }]) => [
    key,
    new Map([...glyphs].map(([code, glyph]) => [glyph, code])),
  ]),
) as Record<Key, Map<number, number>>

interface Piece {
  key: Key
  x: number
  y: number
  text: string
}

const piecesOf = (content: string): Piece[] =>
  [...content.matchAll(/BT \/(R0|R1|B0|B1) \S+ Tf \S+ g (\S+) (\S+) Td <([0-9a-f]+)> Tj ET/g)].map(
    ([, key, x, y, hex = '']) => ({
      key: key as Key,
      x: Number(x),
      y: Number(y),
      text: (hex.match(/.{4}/g) ?? [])
        .map((glyph) => String.fromCodePoint(letters[key as Key].get(Number.parseInt(glyph, 16)) ?? 0xfffd))
        .join(''),
    }),
  )

function pagesOf(file: Buffer): Piece[][] {
  const text = file.toString('latin1')
  return [...text.matchAll(/<< \/Length (\d+) \/Filter \/FlateDecode >>\nstream\n/g)].map((found) => {
    const begin = found.index + found[0].length
    return piecesOf(inflateSync(file.subarray(begin, begin + Number(found[1]))).toString('latin1'))
  })
}

/** The rows of each table of a binder with this title, each by the headings of its columns, as a person reads them. */
export function rowsInPdf(file: Buffer, title: string): Record<string, string>[] {
  return pagesOf(file).flatMap((pieces) => {
    const bold = pieces.filter(({ key }) => key.startsWith('B'))
    if (bold[0]?.text !== title) return []
    const headings = bold.slice(1)
    const cells = pieces.filter(({ key, y }) => key.startsWith('R') && y < (headings[0]?.y ?? 0))
    const columnOf = (x: number) => headings.findLast((heading) => heading.x <= x + 0.01)?.text ?? ''
    // The first column is filled on the first line of each row only, and the footer is no row.
    const starts = cells.filter(({ x, y }) => Math.abs(x - (headings[0]?.x ?? 0)) < 0.01 && y > 50)
    return starts.map(({ y }, at) => {
      const next = starts[at + 1]?.y ?? 50
      const row: Record<string, string> = {}
      let last: Piece | undefined
      for (const piece of cells) {
        if (piece.y > y + 0.01 || piece.y <= next + 0.01) continue
        const column = columnOf(piece.x)
        // Letters of the second font continue the line that the first began.
        const glue = last && last.y === piece.y && columnOf(last.x) === column ? '' : ' '
        row[column] = row[column] === undefined ? piece.text : row[column] + glue + piece.text
        last = piece
      }
      return row
    })
  })
}
