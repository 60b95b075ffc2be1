/** Barcodes: what they hold is as readable as print for anybody with a phone. */
import { readFile } from 'node:fs/promises'
import { prepareZXingModule, type ReadResult, readBarcodes } from 'zxing-wasm/reader'
import type { Finding } from '../finding.ts'
import {
  axesOf,
  centre,
  coverQuads,
  growQuad,
  heightOf,
  isInside,
  mix,
  type Point,
  type Quad,
  widthOf,
} from '../geometry/quad.ts'
import { type Picture, scalePicture, sharpOf } from '../picture/picture.ts'
import type { Line } from '../reader/text-reader.ts'
import { findSecrets } from '../text/find-secrets.ts'
import type { KnownValue } from './find-copies.ts'

// Enough for codes on letters, and for a license that fills the picture. Copies of IDs on a page need all there is.
const workingSides = { usual: 1400, identityPaper: 2600 }
const formats = ['PDF417', 'QRCode', 'DataMatrix', 'Aztec', 'Code128', 'Code39', 'ITF'] as const
// The quiet zone, and bars that the reader's frame cuts off, in shares of the symbol.
const margin = 0.06
// What licenses hold by the standard of the American Association of Motor Vehicle Administrators.
const licenseContent = /ANSI ?\d{6}|AAMVA|\bDAQ[A-Z0-9]|\bDBB\d{8}/
const licenseNumber = /DAQ([A-Z0-9]{4,25})/

export interface FoundBarcodes {
  findings: Finding[]
  /** Values that print on the same page may repeat. */
  values: KnownValue[]
}

let program: Promise<unknown> | undefined

// The package would fetch its program from the network otherwise.
const load = async () => {
  const file = new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))
  const { buffer, byteOffset, byteLength } = await readFile(file)
  const wasmBinary = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
}

/** A barcode as it was read, in pixels of the page. */
export interface Barcode {
  text: string
  format: string
  /** Off where a code was seen that could not be decoded. */
  isValid: boolean
  quad: Quad
}

/** All barcodes of a page. */
export async function readBarcodesOn(page: Picture, isIdentityPaper: boolean): Promise<Barcode[]> {
  program ??= load()
  await program
  const { width, height, pixels } = await scalePicture(
    page,
    workingSides[isIdentityPaper ? 'identityPaper' : 'usual'],
  )
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let from = 0, to = 0; from < pixels.length; from += 3, to += 4) {
    data[to] = pixels[from] as number
    data[to + 1] = pixels[from + 1] as number
    data[to + 2] = pixels[from + 2] as number
  }
  const symbols = await readBarcodes({ data, width, height, colorSpace: 'srgb' } as ImageData, {
    formats: [...formats],
    tryInvert: false,
    tryDownscale: isIdentityPaper,
    returnErrors: true,
    maxNumberOfSymbols: 20,
  })
  return symbols
    .map((symbol) => ({ ...symbol, quad: quadOf(symbol, page, page.width / width) }))
    .filter(({ format, isValid, quad }) => isValid || format !== 'DataMatrix' || looksLikeMatrix(page, quad))
}

// About half of a matrix is dark, in squares of which at least ten stand side by side, and half of these differ.
const matrix = { samples: 48, minContrast: 70, minDark: 0.3, maxDark: 0.7, minChanges: 4 }

/** Corners of letters and of pictures are often taken for those of a matrix that cannot be decoded. */
function looksLikeMatrix(page: Picture, [a, b, c, d]: Quad): boolean {
  const steps = Array.from({ length: matrix.samples }, (_, i) => (i + 0.5) / matrix.samples)
  const shades = steps.map((v) => steps.map((u) => shadeAt(page, ...mix(mix(a, b, u), mix(d, c, u), v))))
  const sorted = shades.flat().sort((one, other) => one - other)
  const shadeFrom = (share: number) => sorted[Math.floor(share * sorted.length)] as number
  const [low, high] = [shadeFrom(0.05), shadeFrom(0.95)]
  const middle = (low + high) / 2
  const dark = shades.map((row) => row.map((shade) => shade < middle))
  const share = dark.flat().filter(Boolean).length / matrix.samples ** 2
  const changesIn = (rows: readonly boolean[][]) =>
    rows.reduce((sum, row) => sum + row.filter((one, i) => i > 0 && one !== row[i - 1]).length, 0) /
    rows.length
  const columns = steps.map((_, i) => dark.map((row) => row[i] as boolean))
  return (
    high - low >= matrix.minContrast &&
    share >= matrix.minDark &&
    share <= matrix.maxDark &&
    Math.min(changesIn(dark), changesIn(columns)) >= matrix.minChanges
  )
}

/** IDs often have a second barcode, which is seen from nearer alone, or only without the shadow that lies on it. */
export async function readBarcodesOnIdentityPaper(page: Picture): Promise<Barcode[]> {
  return withOthers(await readBarcodesOn(page, true), await readBarcodesOn(await withoutShadows(page), true))
}

// How far around a point it is compared with, in shares of the width, and how much darker marks are.
const shadow = { reach: 1 / 60, minDarker: 10 }

/** Black where a page is darker than around that place, white elsewhere. */
async function withoutShadows(page: Picture): Promise<Picture> {
  const { width, height } = page
  const grey = sharpOf(page).greyscale()
  const shades = await grey.clone().extractChannel(0).raw().toBuffer()
  const around = await grey
    .blur(Math.max(1, shadow.reach * width))
    .extractChannel(0)
    .raw()
    .toBuffer()
  const pixels = new Uint8Array(width * height * 3).fill(255)
  for (let at = 0; at < shades.length; at++) {
    if ((shades[at] as number) < (around[at] as number) - shadow.minDarker) pixels.fill(0, 3 * at, 3 * at + 3)
  }
  return { width, height, pixels }
}

/** These barcodes, and those of the others that lie elsewhere. */
export const withOthers = (found: readonly Barcode[], others: readonly Barcode[]): Barcode[] => [
  ...found,
  ...others.filter(({ quad }) => !found.some((one) => isInside(one.quad, centre(quad)))),
]

/** Whether a barcode is the one that licenses carry. */
export const isOfLicense = ({ text }: Barcode): boolean => licenseContent.test(text)

// The same length as those that are printed, so that nothing else is passed on.
const sheetContent = /^exempta-sheet:([A-Za-z0-9_-]{43})$/

/** The code of a separator sheet. */
export const sheetOn = (barcodes: readonly Barcode[]): string | undefined =>
  barcodes.flatMap(({ text, isValid }) => (isValid && sheetContent.exec(text)?.[1]) || [])[0]

/** Barcodes that hold secrets; on papers that identify a person, all of them. `lines` is what was read on the page. */
export function judgeBarcodes(
  barcodes: readonly Barcode[],
  isIdentityPaper: boolean,
  lines: readonly Line[],
): FoundBarcodes {
  const found: FoundBarcodes = { findings: [], values: [] }
  const words = lines.filter(isWords)
  for (const barcode of barcodes) {
    const quad = barcode.isValid ? barcode.quad : withoutWords(barcode.quad, words)
    if (quad) judge({ ...barcode, quad }, isIdentityPaper, found)
  }
  return found
}

// Bars are read as signs, or as letters without confidence.
const minWords = { confidence: 0.9, letters: 8, share: 0.6 }
// Less than this share of a frame without words is no barcode.
const minBars = 0.3

function isWords({ text, confidence }: Line): boolean {
  const letters = text.replace(/[^A-Za-z]/g, '').length
  return (
    confidence >= minWords.confidence &&
    letters >= minWords.letters &&
    letters >= minWords.share * text.length
  )
}

/** The frame of a symbol that was not decoded, which is known roughly, as far as there are no words in it. */
function withoutWords(quad: Quad, words: readonly Line[]): Quad | undefined {
  const { across } = axesOf(quad)
  const middle = centre(quad)
  const half = heightOf(quad) / 2
  let [top, bottom] = [-half, half]
  for (const line of words) {
    const [x, y] = centre(line.quad)
    if (!isInside(quad, [x, y])) continue
    const at = (x - middle[0]) * across[0] + (y - middle[1]) * across[1]
    if (at > 0) bottom = Math.min(bottom, at - heightOf(line.quad) / 2)
    else top = Math.max(top, at + heightOf(line.quad) / 2)
  }
  if (bottom - top < 2 * minBars * half) return undefined
  return movedSides(quad, across, top + half, bottom - half)
}

/** A quad with its first side and the one across from it moved along an axis. */
const movedSides = ([a, b, c, d]: Quad, axis: Point, first: number, last: number): Quad => {
  const move = ([x, y]: Point, by: number): Point => [x + by * axis[0], y + by * axis[1]]
  return [move(a, first), move(b, first), move(c, last), move(d, last)]
}

function judge(barcode: Barcode, isIdentityPaper: boolean, found: FoundBarcodes) {
  const { text, isValid, format, quad } = barcode
  const isLicense = isOfLicense(barcode)
  const kind = isLicense ? 'driver-license-number' : findSecrets(text)[0]?.kind
  // Hardly anything but IDs has barcodes of this kind: one that was seen and not read is hidden, too.
  const isOfId = isIdentityPaper || (!isValid && format === 'PDF417')
  const hidden = kind ?? (isOfId ? 'driver-license-number' : undefined)
  if (hidden) found.findings.push({ kind: hidden, quad, confidence: 0.95, source: 'text' })
  const number = isLicense ? licenseNumber.exec(text)?.[1] : undefined
  if (number) found.values.push({ kind: 'driver-license-number', text: number })
}

/** The whole symbol: the reader gives the corners of a rectangle roughly where it could not decode it, and a line along bars. */
function quadOf({ position }: ReadResult, page: Picture, factor: number): Quad {
  const at = ({ x, y }: { x: number; y: number }): Point => [x * factor, y * factor]
  const { topLeft, topRight, bottomRight, bottomLeft } = position
  const corners: Quad = [at(topLeft), at(topRight), at(bottomRight), at(bottomLeft)]
  const quad = withAllBars(page, coverQuads([alongMost(corners), corners]))
  return growQuad(quad, margin * widthOf(quad), Math.max(margin * heightOf(quad), 4))
}

/** A line in the direction that most sides agree on: one corner of a symbol that was not decoded may be anywhere. */
function alongMost([a, b, c, d]: Quad): Quad {
  const angleOf = (from: Point, to: Point) => Math.atan2(to[1] - from[1], to[0] - from[0])
  const first = angleOf(a, b)
  const apart = [first, angleOf(d, c), angleOf(a, d) - Math.PI / 2, angleOf(b, c) - Math.PI / 2]
    .map((angle) => Math.atan2(Math.sin(angle - first), Math.cos(angle - first)))
    .sort((one, other) => one - other)
  const angle = first + ((apart[1] as number) + (apart[2] as number)) / 2
  const end: Point = [a[0] + Math.cos(angle), a[1] + Math.sin(angle)]
  return [a, end, end, a]
}

// How far bars may go on, in widths of the symbol, and which share of its changes between dark and light they have.
const bars = { reach: 0.4, minShare: 0.5 }

/** A quad grown across its first side as far as there are bars. */
function withAllBars(page: Picture, quad: Quad): Quad {
  const { across } = axesOf(quad)
  const [width, height] = [widthOf(quad), heightOf(quad)]
  const changesAt = (offset: number) => {
    const along = (t: number): Point => mix(quad[0], quad[1], t)
    const shades = Array.from({ length: Math.ceil(width) }, (_, i) => {
      const [x, y] = along(i / width)
      return shadeAt(page, x + offset * across[0], y + offset * across[1])
    })
    const middle = (Math.min(...shades) + Math.max(...shades)) / 2
    return shades.filter((shade, i) => i > 0 && shade > middle !== (shades[i - 1] as number) > middle).length
  }
  const enough = bars.minShare * changesAt(height / 2)
  const endFrom = (start: number, step: number) => {
    let end = start
    while (Math.abs(end - start) < bars.reach * width && changesAt(end + step) >= enough) end += step
    return end
  }
  const [top, bottom] = [endFrom(0, -2), endFrom(height, 2)]
  return movedSides([quad[0], quad[1], quad[1], quad[0]], across, top, bottom)
}

function shadeAt({ width, height, pixels }: Picture, x: number, y: number): number {
  const [column, row] = [Math.round(x), Math.round(y)]
  const isOnPage = column >= 0 && row >= 0 && column < width && row < height
  return isOnPage ? (pixels[(row * width + column) * 3 + 1] as number) : 255
}
