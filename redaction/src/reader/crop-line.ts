import { heightOf, type Quad } from '../geometry/quad.ts'
import type { Picture } from '../picture/picture.ts'

/** Samples a quad into planes of `width` × `height`, values −1…1, blue first as the network expects. */
export function cropLine(picture: Picture, quad: Quad, width: number, height: number): Float32Array {
  const planes = new Float32Array(3 * width * height).fill(-1)
  // Large letters are averaged over several samples, so that noise and grain do not survive the shrinking.
  const samples = Math.max(1, Math.min(4, Math.round(heightOf(quad) / height)))
  const weight = 1 / (samples * samples * 127.5)
  const [a, b, c, d] = quad
  for (let line = 0; line < height * samples; line++) {
    const v = (line + 0.5) / (height * samples)
    const from = [a[0] + (d[0] - a[0]) * v - 0.5, a[1] + (d[1] - a[1]) * v - 0.5] as const
    const to = [b[0] + (c[0] - b[0]) * v - 0.5, b[1] + (c[1] - b[1]) * v - 0.5] as const
    const offset = Math.floor(line / samples) * width
    for (let i = 0; i < width * samples; i++) {
      const u = (i + 0.5) / (width * samples)
      const at = offset + Math.floor(i / samples)
      addPixel(picture, from[0] + (to[0] - from[0]) * u, from[1] + (to[1] - from[1]) * u, planes, at, weight)
    }
  }
  return planes
}

/** Adds a pixel that lies between others, by its share, to one place of each plane. */
function addPixel(
  { width, height, pixels }: Picture,
  x: number,
  y: number,
  planes: Float32Array,
  at: number,
  weight: number,
): void {
  const left = Math.max(0, Math.min(width - 1, Math.floor(x)))
  const top = Math.max(0, Math.min(height - 1, Math.floor(y)))
  const fx = Math.max(0, Math.min(1, x - left))
  const fy = Math.max(0, Math.min(1, y - top))
  const right = left < width - 1 ? 3 : 0
  const down = top < height - 1 ? 3 * width : 0
  const plane = planes.length / 3
  const corner = (top * width + left) * 3
  for (let channel = 0; channel < 3; channel++) {
    const p = corner + channel
    const above = (pixels[p] as number) * (1 - fx) + (pixels[p + right] as number) * fx
    const below = (pixels[p + down] as number) * (1 - fx) + (pixels[p + down + right] as number) * fx
    const index = at + (2 - channel) * plane
    planes[index] = (planes[index] as number) + (above + (below - above) * fy) * weight
  }
}
