import type { PageImage } from './rasteriser.ts'

/** A file in the making; pages are encoded as they come, so that only one is held as pixels. */
export interface OpenOutput {
  add(page: PageImage): Promise<void>
  finish(): Promise<Uint8Array>
}

/** The port that writes redacted pages: pixels only, nothing of the input's other content. */
export interface Writer {
  create(): Promise<OpenOutput>
}
