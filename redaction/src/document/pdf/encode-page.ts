import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import { isEvenRow, type Picture, sharpOf } from '../../picture/picture.ts'

const signatureBytes = 8
const bitDepthAt = 24

/** What a PDF needs of a PNG with a palette: its packed rows go into the PDF as they are. */
function pngParts(png: Buffer): { palette: Uint8Array; data: Uint8Array; bitDepth: number } {
  let palette: Uint8Array = new Uint8Array()
  const data: Uint8Array[] = []
  for (let at = signatureBytes; at < png.length; ) {
    const size = png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    const content = png.subarray(at + 8, at + 8 + size)
    if (type === 'PLTE') palette = content
    if (type === 'IDAT') data.push(content)
    at += size + 12
  }
  return { palette, data: Buffer.concat(data), bitDepth: png.readUInt8(bitDepthAt) }
}

/** The picture of a page in the form that takes least while it stays crisp: few shades or colours, else a photograph. */

const deflateAsync = promisify(deflate)

export interface EncodedPage {
  bytes: Uint8Array
  filter: 'DCTDecode' | 'FlateDecode'
  bitsPerComponent: number
  /** Red, green and blue of each colour; without them the components are shades or colours themselves. */
  palette?: Uint8Array
  isGrey: boolean
  /** Rows begin with a filter byte, as in PNG. */
  hasRowFilters?: boolean
}

// Colour is kept when more than this share of pixels has some.
const colour = { minChroma: 40, share: 0.0002 }
const shadeBits = [4, 2] as const
const colours = 48
const qualities = [82, 70, 58, 46, 34] as const
// Neighbours that differ take about this many bytes when packed.
const bytesPerEdge = 0.7
// Paper in a photograph is never quite even: with more than this share of pixels unlike their neighbour, a few colours
// would be noise that takes longer to pack than to read.
const maxRestless = 0.4

export async function encodePage(picture: Picture, budgetBytes: number): Promise<EncodedPage> {
  const { isGrey, isRestless, edges } = look(picture)
  const isGraphic = edges * bytesPerEdge < 2 * budgetBytes
  if (isGraphic && !isGrey && !isRestless) {
    const indexed = await indexedColours(picture)
    if (indexed.bytes.length <= budgetBytes) return indexed
  }
  for (const bits of isGraphic && isGrey ? shadeBits : []) {
    const shades = await packedShades(picture, bits)
    if (shades.bytes.length <= budgetBytes) return shades
  }
  return photograph(picture, isGrey, budgetBytes)
}

/** Whether the page has colour, whether hardly two pixels are alike, and how often the shade differs from the one before. */
function look(picture: Picture): { isGrey: boolean; isRestless: boolean; edges: number } {
  const { width, height, pixels } = picture
  let [coloured, restless, edges] = [0, 0, 0]
  let [lastR, lastG, lastB] = [-1, -1, -1]
  // The same color as before is neither an edge nor restless, and is colored if the last one was.
  let isColoured = 0
  let lastShade = 0
  for (let y = 0; y < height; y++) {
    const step = isEvenRow(picture, y) ? width : 1
    for (let x = 0, i = y * width * 3; x < width; x += step, i += 3) {
      const r = pixels[i] as number
      const g = pixels[i + 1] as number
      const b = pixels[i + 2] as number
      if (r !== lastR || g !== lastG || b !== lastB) {
        restless++
        isColoured = Math.max(r, g, b) - Math.min(r, g, b) > colour.minChroma ? 1 : 0
        if (g >> 4 !== lastShade) edges++
        lastShade = g >> 4
        lastR = r
        lastG = g
        lastB = b
      }
      coloured += isColoured * step
    }
  }
  const count = width * height
  return { isGrey: coloured < colour.share * count, isRestless: restless > maxRestless * count, edges }
}

const shadesOf = (bits: 4 | 2) =>
  Uint8Array.from({ length: 256 }, (_, grey) => Math.round((grey / 255) * (2 ** bits - 1)))

async function packedShades(picture: Picture, bits: 4 | 2): Promise<EncodedPage> {
  const { width, height, pixels } = picture
  const perByte = 8 / bits
  const stride = Math.ceil(width / perByte)
  const packed = Buffer.alloc(stride * height)
  const shades = shadesOf(bits)
  const shadeAt = (from: number) => {
    const r = pixels[from] as number
    const g = pixels[from + 1] as number
    const b = pixels[from + 2] as number
    return shades[(r * 77 + g * 150 + b * 29) >> 8] as number
  }
  for (let y = 0; y < height; y++) {
    let at = y * stride
    let from = y * width * 3
    if (isEvenRow(picture, y)) {
      packed.fill((shadeAt(from) * 255) / (2 ** bits - 1), at, at + stride)
      continue
    }
    let byte = 0
    for (let x = 1; x <= width; x++, from += 3) {
      byte = (byte << bits) | shadeAt(from)
      if (x % perByte === 0) {
        packed[at++] = byte
        byte = 0
      }
    }
    const rest = width % perByte
    if (rest > 0) packed[at] = byte << (bits * (perByte - rest))
  }
  return {
    bytes: await deflateAsync(packed, { level: 7, memLevel: 9 }),
    filter: 'FlateDecode',
    bitsPerComponent: bits,
    isGrey: true,
  }
}

async function indexedColours(picture: Picture): Promise<EncodedPage> {
  const png = await sharpOf(picture)
    .png({ palette: true, colours, dither: 0, effort: 2, compressionLevel: 8 })
    .toBuffer()
  const { palette, data, bitDepth } = pngParts(png)
  return {
    bytes: data,
    palette,
    filter: 'FlateDecode',
    bitsPerComponent: bitDepth,
    isGrey: false,
    hasRowFilters: true,
  }
}

async function photograph(picture: Picture, isGrey: boolean, budgetBytes: number): Promise<EncodedPage> {
  const source = isGrey ? sharpOf(picture).toColourspace('b-w') : sharpOf(picture)
  let bytes: Uint8Array = new Uint8Array()
  for (const quality of qualities) {
    bytes = await source.clone().jpeg({ quality, optimiseCoding: true }).toBuffer()
    if (bytes.length <= budgetBytes) break
  }
  return { bytes, filter: 'DCTDecode', bitsPerComponent: 8, isGrey }
}
