import sharp from 'sharp'
import type { Scene } from './photograph.ts'
import type { LabelledSecret } from './sheet.ts'

/** The scene as the file a camera or scanner saves. */
export async function develop(
  { width, height, pixels, secrets, kept }: Scene,
  quality: number,
  isMirrored: boolean,
) {
  const image = sharp(pixels, { raw: { width, height, channels: 3 } })
  const bytes = await (isMirrored ? image.flop() : image).jpeg({ quality }).toBuffer()
  const place = (parts: LabelledSecret[]) => (isMirrored ? parts.map((part) => mirror(part, width)) : parts)
  return { bytes, secrets: place(secrets), kept: place(kept) }
}

const mirror = (secret: LabelledSecret, width: number): LabelledSecret => ({
  ...secret,
  characters: secret.characters.map(({ text, quad: [a, b, c, d] }) => {
    const flip = ([x, y]: [number, number]): [number, number] => [width - x, y]
    return { text, quad: [flip(b), flip(a), flip(d), flip(c)] }
  }),
})
