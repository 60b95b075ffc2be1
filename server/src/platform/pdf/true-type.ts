/** Reads what a PDF needs of a TrueType font, from the WOFF file that its package holds. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'

export interface TrueTypeFont {
  name: string
  /** The font itself, as it is embedded. */
  bytes: Buffer
  unitsPerEm: number
  ascent: number
  descent: number
  capHeight: number
  box: readonly [number, number, number, number]
  /** By the number of the glyph, in units of 1000 to the em. */
  widths: readonly number[]
  /** The glyph of each character that the font has. */
  glyphs: ReadonlyMap<number, number>
}

const signature = 0x774f4646
const headerBytes = 44
const entryBytes = 20

interface Table {
  tag: string
  checksum: number
  bytes: Buffer
}

/** `inter-latin-400-normal` of the package `@fontsource/inter`. */
export function readInter(file: string): TrueTypeFont {
  const path = createRequire(import.meta.url).resolve(`@fontsource/inter/files/${file}.woff`)
  return readWoff(readFileSync(path))
}

function readWoff(woff: Buffer): TrueTypeFont {
  if (woff.readUInt32BE(0) !== signature) throw new Error('This is not a WOFF font.')
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, at): Table => {
    const entry = headerBytes + at * entryBytes
    const [begin, packed, size] = [4, 8, 12].map((offset) => woff.readUInt32BE(entry + offset)) as [
      number,
      number,
      number,
    ]
    const content = woff.subarray(begin, begin + packed)
    return {
      tag: woff.toString('latin1', entry, entry + 4),
      checksum: woff.readUInt32BE(entry + 16),
      bytes: packed === size ? content : inflateSync(content),
    }
  })
  return describe(tables, fontFile(woff.readUInt32BE(4), tables))
}

/** The same tables without compression, which is the form that a PDF embeds. */
function fontFile(flavor: number, tables: readonly Table[]): Buffer {
  const power = 2 ** Math.floor(Math.log2(tables.length))
  const head = Buffer.alloc(12 + tables.length * 16)
  head.writeUInt32BE(flavor, 0)
  head.writeUInt16BE(tables.length, 4)
  head.writeUInt16BE(power * 16, 6)
  head.writeUInt16BE(Math.log2(power), 8)
  head.writeUInt16BE((tables.length - power) * 16, 10)
  const parts = [head]
  let offset = head.length
  for (const [at, { tag, checksum, bytes }] of tables.entries()) {
    const entry = 12 + at * 16
    head.write(tag, entry, 'latin1')
    head.writeUInt32BE(checksum, entry + 4)
    head.writeUInt32BE(offset, entry + 8)
    head.writeUInt32BE(bytes.length, entry + 12)
    const padded = Buffer.alloc(Math.ceil(bytes.length / 4) * 4)
    bytes.copy(padded)
    parts.push(padded)
    offset += padded.length
  }
  return Buffer.concat(parts)
}

function describe(tables: readonly Table[], bytes: Buffer): TrueTypeFont {
  const find = (tag: string) => {
    const table = tables.find((one) => one.tag === tag)
    if (!table) throw new Error(`The font has no table ${tag}.`)
    return table.bytes
  }
  const [head, hhea, hmtx, os2] = [find('head'), find('hhea'), find('hmtx'), find('OS/2')]
  const unitsPerEm = head.readUInt16BE(18)
  const scaled = (units: number) => Math.round((units * 1000) / unitsPerEm)
  const long = hhea.readUInt16BE(34)
  const glyphCount = find('maxp').readUInt16BE(4)
  const widths = Array.from({ length: glyphCount }, (_, glyph) =>
    scaled(hmtx.readUInt16BE(Math.min(glyph, long - 1) * 4)),
  )
  return {
    name: postScriptName(find('name')),
    bytes,
    unitsPerEm,
    ascent: scaled(hhea.readInt16BE(4)),
    descent: scaled(hhea.readInt16BE(6)),
    capHeight: scaled(os2.readUInt16BE(0) >= 2 ? os2.readInt16BE(88) : hhea.readInt16BE(4)),
    box: [36, 38, 40, 42].map((at) => scaled(head.readInt16BE(at))) as [number, number, number, number],
    widths,
    glyphs: readCharacters(find('cmap')),
  }
}

function postScriptName(name: Buffer): string {
  const [count, strings] = [name.readUInt16BE(2), name.readUInt16BE(4)]
  for (let at = 0; at < count; at++) {
    const entry = 6 + at * 12
    if (name.readUInt16BE(entry) !== 3 || name.readUInt16BE(entry + 6) !== 6) continue
    const begin = strings + name.readUInt16BE(entry + 10)
    const utf16 = Buffer.from(name.subarray(begin, begin + name.readUInt16BE(entry + 8)))
    return utf16
      .swap16()
      .toString('utf16le')
      .replace(/[^A-Za-z0-9-]/g, '')
  }
  throw new Error('The font has no PostScript name.')
}

/** The table of characters in the form that all fonts for the web have: ranges of two-byte codes. */
function readCharacters(cmap: Buffer): Map<number, number> {
  const glyphs = new Map<number, number>()
  for (let at = 0; at < cmap.readUInt16BE(2); at++) {
    const begin = cmap.readUInt32BE(4 + at * 8 + 4)
    if (cmap.readUInt16BE(begin) !== 4) continue
    const ranges = cmap.readUInt16BE(begin + 6) / 2
    const word = (list: number, range: number) =>
      cmap.readUInt16BE(begin + 14 + list * ranges * 2 + (list > 0 ? 2 : 0) + range * 2)
    for (let range = 0; range < ranges; range++) {
      const [end, start, delta, offset] = [word(0, range), word(1, range), word(2, range), word(3, range)]
      for (let code = start; code <= end && code < 0xffff; code++) {
        const place = begin + 16 + 3 * ranges * 2 + range * 2 + offset + (code - start) * 2
        const found = offset === 0 ? code : cmap.readUInt16BE(place)
        const glyph = found === 0 ? 0 : (found + delta) & 0xffff
        if (glyph !== 0) glyphs.set(code, glyph)
      }
    }
    return glyphs
  }
  throw new Error('The font has no table of characters that we can read.')
}
