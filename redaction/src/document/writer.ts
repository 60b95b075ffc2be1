import type { PageImage } from './rasteriser.ts'

/** The port that writes redacted pages: pixels only, nothing of the input's other content. */
export interface Writer {
  write(pages: readonly PageImage[]): Promise<Uint8Array>
}
