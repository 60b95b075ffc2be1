/** Looks for values in everything that a PDF holds: raw bytes, unpacked streams, written text. */
import { inflateSync } from 'node:zlib'

export interface PdfTexts {
  /** All bytes, and all that streams unpack to. */
  raw: string[]
  /** What is written on pages, seen or not. */
  written: string[]
}

export function textsIn(pdf: Uint8Array): PdfTexts {
  const raw = Buffer.from(pdf).toString('latin1')
  const streams = [...raw.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].flatMap(([, body]) => {
    try {
      return [inflateSync(Buffer.from(body as string, 'latin1')).toString('latin1')]
    } catch {
      return []
    }
  })
  const pieces = [raw, ...streams].map(piecesIn)
  const written = [pieces, pieces.map(asRead)].flatMap((order) => {
    const texts = order.map((one) => one.map(({ text }) => text).join(' '))
    // A value may be divided between fields, each with a stream of its own.
    return [...texts, texts.join(' ')]
  })
  return { raw: [raw, ...streams], written }
}

interface Piece {
  text: string
  x: number
  y: number
}

/** What a stream writes, in the order in which it does, with the place that was last set. */
function piecesIn(stream: string): Piece[] {
  const parts = /(-?[\d.]+) (-?[\d.]+) Tm|<([0-9A-Fa-f]{2,})> ?Tj|\(((?:[^()\\]|\\.)*)\) ?Tj/g
  let [x, y] = [0, 0]
  return [...stream.matchAll(parts)].flatMap(([, toX, toY, hex, plain]) => {
    if (toX !== undefined) [x, y] = [Number(toX), Number(toY)]
    const text = plain ?? (hex && Buffer.from(hex, 'hex').toString('latin1'))
    return text === undefined ? [] : [{ text, x, y }]
  })
}

/** From top to bottom and from left to right: a file may write its characters in any order. */
const asRead = (pieces: readonly Piece[]) => pieces.toSorted((a, b) => b.y - a.y || a.x - b.x)

/** The values of which the part that had to go can be found; short ones count where they are written alone. */
export function valuesIn(
  { raw, written }: PdfTexts,
  values: readonly { value: string; keptCount?: number }[],
): string[] {
  const packed = written.map(pack)
  const packedRaw = raw.map(pack)
  return values
    .filter(({ value, keptCount = 0 }) => {
      const characters = pack(value)
      const hidden = characters.slice(0, characters.length - keptCount)
      const alone = new RegExp(`(?<![A-Za-z0-9.])${[...hidden].join('[ -]?')}(?![A-Za-z0-9.])`)
      if (hidden.length < 5) return written.some((text) => alone.test(text))
      if (packed.some((text) => text.includes(hidden))) return true
      // The coordinates of a page, put together, hold most numbers of five digits.
      return hidden.length < 8
        ? raw.some((text) => alone.test(text))
        : packedRaw.some((text) => text.includes(hidden))
    })
    .map(({ value }) => value)
}

const pack = (text: string) => text.replace(/[^A-Za-z0-9<]/g, '')
