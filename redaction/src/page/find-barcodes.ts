/** Barcodes: what they hold is as readable as print for anybody with a phone. */
import { readFile } from 'node:fs/promises'
import { prepareZXingModule, type ReadResult, readBarcodes } from 'zxing-wasm/reader'
import { growQuad, heightOf, type Point, type Quad, widthOf } from '../geometry/quad.ts'
import { type Picture, scalePicture } from '../picture/picture.ts'
import type { Finding } from '../redaction.ts'
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
  return symbols.map((symbol) => ({ ...symbol, quad: quadOf(symbol, page.width / width) }))
}

/** Whether a barcode is the one that licenses carry. */
export const isOfLicense = ({ text }: Barcode): boolean => licenseContent.test(text)

/** Barcodes that hold secrets; on papers that identify a person, all of them. */
export function judgeBarcodes(barcodes: readonly Barcode[], isIdentityPaper: boolean): FoundBarcodes {
  const found: FoundBarcodes = { findings: [], values: [] }
  for (const barcode of barcodes) judge(barcode, isIdentityPaper, found)
  return found
}

function judge(barcode: Barcode, isIdentityPaper: boolean, found: FoundBarcodes) {
  const { text, isValid, format, quad } = barcode
  const isLicense = isOfLicense(barcode)
  const kind = isLicense ? 'driver-license-number' : findSecrets(text)[0]?.kind
  // Hardly anything but IDs has barcodes of this kind: one that was seen and not read is hidden, too.
  const isOfId = isValid ? isIdentityPaper : format === 'PDF417'
  const hidden = kind ?? (isOfId ? 'driver-license-number' : undefined)
  if (hidden) found.findings.push({ kind: hidden, quad, confidence: 0.95, source: 'text' })
  const number = isLicense ? licenseNumber.exec(text)?.[1] : undefined
  if (number) found.values.push({ kind: 'driver-license-number', text: number })
}

function quadOf({ position }: ReadResult, factor: number): Quad {
  const at = ({ x, y }: { x: number; y: number }): Point => [x * factor, y * factor]
  const { topLeft, topRight, bottomRight, bottomLeft } = position
  const quad: Quad = [at(topLeft), at(topRight), at(bottomRight), at(bottomLeft)]
  const [width, height] = [widthOf(quad), heightOf(quad)]
  // Bars in one row are found along one line: their height is not known, and is a part of their width at most.
  const across = height < 0.05 * width ? 0.2 * width : margin * height
  return growQuad(quad, margin * width, Math.max(across, 4))
}
