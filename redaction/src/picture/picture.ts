import sharp from 'sharp'

/** Upright RGB pixels, three bytes each, no padding. */
export interface Picture {
  width: number
  height: number
  pixels: Uint8Array
}

export const sharpOf = ({ width, height, pixels }: Picture) =>
  sharp(pixels, { raw: { width, height, channels: 3 } })

/** Scales so that the longer side has at most `maxSide` pixels. */
export async function scalePicture(picture: Picture, maxSide: number): Promise<Picture> {
  const scale = maxSide / Math.max(picture.width, picture.height)
  if (scale >= 1) return picture
  const width = Math.max(1, Math.round(picture.width * scale))
  const height = Math.max(1, Math.round(picture.height * scale))
  const pixels = await sharpOf(picture).resize(width, height, { fit: 'fill' }).raw().toBuffer()
  return { width, height, pixels }
}
