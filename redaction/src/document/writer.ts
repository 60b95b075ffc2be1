import type { Sharp } from 'sharp'
import type { Word } from '../page/piece.ts'
import { sharpOf } from '../picture/picture.ts'
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

/** Pictures have one page; a second one would replace the first and is never added. */
const pictureWriter = (encode: (image: Sharp) => Sharp): Writer => ({
  async create() {
    let bytes: Uint8Array = new Uint8Array()
    return {
      async add({ picture }) {
        bytes = await encode(sharpOf(picture)).toBuffer()
      },
      lastPage: async () => bytes,
      finish: async () => bytes,
    }
  },
})

export const jpegWriter = pictureWriter((image) => image.jpeg({ quality: 88 }))
export const pngWriter = pictureWriter((image) => image.png({ compressionLevel: 7 }))
