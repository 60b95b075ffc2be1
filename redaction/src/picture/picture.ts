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

/** Whether all of a row has one color, as most rows of a drawn page do. */
export function isEvenRow({ width, pixels }: Picture, y: number): boolean {
  const bytes = Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength)
  const [start, end] = [y * width * 3, (y + 1) * width * 3]
  return bytes.compare(bytes, start + 3, end, start, end - 3) === 0
}
