import type { Bounds, Quad } from '../geometry/quad.ts'
import type { Picture } from '../picture/picture.ts'
import type { Glyph } from '../reader/text-reader.ts'

export interface FormField {
  value: string
  quad: Quad
}

/** A character of the file's own text. */
export interface LayerGlyph extends Glyph {
  /** Where its strokes are said to be. */
  ink: Bounds
}

export interface PageImage {
  picture: Picture
  /** Printed size of one pixel, in points of 1/72 inch. */
  pointsPerPixel: number
  /** Text that the file itself holds, in the order of drawing; whether it can be seen is not known. */
  characters?: LayerGlyph[]
  fields?: FormField[]
  /** The page is drawn with text and lines alone: no picture on it can show anything that `characters` does not hold. */
  isTextOnly?: boolean
}

export interface OpenDocument {
  pageCount: number
  /** Renders one page, counted from 0. */
  page(index: number): Promise<PageImage>
  close(): Promise<void> | void
}

/** The port that turns untrusted bytes into pictures of pages. */
export interface Rasteriser {
  open(untrustedBytes: Uint8Array): Promise<OpenDocument>
}

export type FileType = 'pdf' | 'jpeg' | 'png'

const pdfMark = '%PDF-'
const markSearchBytes = 1024

/** Tells the type by content; names and declared types are not trusted. */
export function fileTypeOf(untrustedBytes: Uint8Array): FileType | undefined {
  if (startsWith(untrustedBytes, [0xff, 0xd8, 0xff])) return 'jpeg'
  if (startsWith(untrustedBytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png'
  const head = Buffer.from(untrustedBytes.subarray(0, markSearchBytes)).toString('latin1')
  return head.includes(pdfMark) ? 'pdf' : undefined
}

const startsWith = (bytes: Uint8Array, mark: readonly number[]) => mark.every((byte, i) => bytes[i] === byte)
