import type { Sharp } from 'sharp'
import { sharpOf } from '../picture/picture.ts'
import type { Writer } from './writer.ts'

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
