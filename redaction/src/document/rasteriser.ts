import type { Picture } from '../picture/picture.ts'

export interface PageImage {
  picture: Picture
  /** Printed size of one pixel, in points of 1/72 inch. */
  pointsPerPixel: number
}

export interface OpenDocument {
  pageCount: number
  /** Renders one page, counted from 0. */
  page(index: number): Promise<PageImage>
  close(): void
}

/** The port that turns untrusted bytes into pictures of pages. */
export interface Rasteriser {
  open(untrustedBytes: Uint8Array): Promise<OpenDocument>
}
