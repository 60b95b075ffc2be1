import type { Picture } from './picture.ts'

/** Brightness of each pixel. */
export function greyOf({ pixels }: Picture): Uint8Array {
  const grey = new Uint8Array(pixels.length / 3)
  for (let i = 0, p = 0; i < grey.length; i++, p += 3)
    grey[i] =
      0.299 * (pixels[p] as number) + 0.587 * (pixels[p + 1] as number) + 0.114 * (pixels[p + 2] as number)
  return grey
}

/** Grey pixels in three equal channels. */
export function spreadGrey(grey: Uint8Array): Uint8Array {
  const pixels = new Uint8Array(grey.length * 3)
  for (let i = 0, p = 0; p < pixels.length; i++, p += 3)
    pixels[p] = pixels[p + 1] = pixels[p + 2] = grey[i] as number
  return pixels
}
