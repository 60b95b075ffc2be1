import sharp from 'sharp'
import { limits } from '../limits.ts'
import { Refusal } from '../refusal.ts'
import type { PageImage, Rasteriser } from './rasteriser.ts'

const screenPointsPerPixel = 0.75

/** JPG and PNG: upright, in sRGB, on white. */
export const sharpRasteriser: Rasteriser = {
  async open(untrustedBytes) {
    const image = await decode(untrustedBytes)
    return { pageCount: 1, page: async () => image, close: () => {} }
  },
}

/** A page of a file that can have several is counted from 0. */
export async function decode(untrustedBytes: Uint8Array, page = 0): Promise<PageImage> {
  const source = sharp(untrustedBytes, { page, limitInputPixels: false, failOn: 'error' })
  const { width, height } = await source.metadata().catch((cause) => {
    throw new Refusal('damaged', { cause })
  })
  if (width * height > limits.inputPixels) throw new Refusal('too-large')
  const shrink = Math.min(1, Math.sqrt(limits.outputPixels / (width * height)))
  const upright = source.autoOrient().flatten({ background: '#ffffff' }).toColourspace('srgb')
  if (shrink < 1)
    upright.resize({
      width: Math.floor(Math.max(width, height) * shrink),
      height: Math.floor(Math.max(width, height) * shrink),
      fit: 'inside',
    })
  const { data, info } = await upright
    .removeAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch((cause) => {
      throw new Refusal('damaged', { cause })
    })
  return {
    picture: { width: info.width, height: info.height, pixels: info.channels === 1 ? spread(data) : data },
    pointsPerPixel: screenPointsPerPixel,
  }
}

function spread(grey: Uint8Array): Uint8Array {
  const pixels = new Uint8Array(grey.length * 3)
  for (let i = 0; i < pixels.length; i++) pixels[i] = grey[Math.floor(i / 3)] as number
  return pixels
}
