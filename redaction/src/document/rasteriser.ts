import type { Quad } from '../geometry/quad.ts'
import type { Picture } from '../picture/picture.ts'
import type { Glyph } from '../reader/text-reader.ts'

export interface FormField {
  value: string
  quad: Quad
}

export interface PageImage {
  picture: Picture
  /** Printed size of one pixel, in points of 1/72 inch. */
  pointsPerPixel: number
  /** Text that the file itself holds, in the order of drawing; whether it can be seen is not known. */
  characters?: Glyph[]
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
