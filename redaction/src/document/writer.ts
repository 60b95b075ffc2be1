import type { Word } from '../page/words.ts'
import type { PageImage } from './rasteriser.ts'

/** A file in the making; pages are encoded as they come, so that only one is held as pixels. */
export interface OpenOutput {
  add(page: PageImage, words: readonly Word[]): Promise<void>
  /** A file of the page that was added last, and nothing else. */
  lastPage(): Promise<Uint8Array>
  finish(): Promise<Uint8Array>
}

/** The port that writes redacted pages: pixels and surviving words, nothing of the input's other content. */
export interface Writer {
  /** `pageBudgetBytes` is what a page should take at most, where the format leaves a choice. */
  create(pageBudgetBytes: number): Promise<OpenOutput>
}
