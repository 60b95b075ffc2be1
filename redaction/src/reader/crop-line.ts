import { heightOf, type Quad } from '../geometry/quad.ts'
import type { Picture } from '../picture/picture.ts'

/** Samples a quad into planes of `width` × `height`, values −1…1, blue first as the network expects. */
export function cropLine(picture: Picture, quad: Quad, width: number, height: number): Float32Array {
  const planes = new Float32Array(3 * width * height)
  // Large letters are averaged over several samples, so that noise and grain do not survive the shrinking.
  const samples = Math.max(1, Math.min(4, Math.round(heightOf(quad) / height)))
  const weight = 1 / (samples * samples)
  const [a, b, c, d] = quad
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      let [red, green, blue] = [0, 0, 0]
      for (let sample = 0; sample < samples * samples; sample++) {
        const u = (column + ((sample % samples) + 0.5) / samples) / width
        const v = (row + (Math.floor(sample / samples) + 0.5) / samples) / height
        const x = (a[0] * (1 - u) + b[0] * u) * (1 - v) + (d[0] * (1 - u) + c[0] * u) * v - 0.5
        const y = (a[1] * (1 - u) + b[1] * u) * (1 - v) + (d[1] * (1 - u) + c[1] * u) * v - 0.5
        const pixel = sampleAt(picture, x, y)
        red += pixel[0]
        green += pixel[1]
        blue += pixel[2]
      }
      const at = row * width + column
      planes[at] = (blue * weight) / 127.5 - 1
      planes[at + width * height] = (green * weight) / 127.5 - 1
      planes[at + 2 * width * height] = (red * weight) / 127.5 - 1
    }
  }
  return planes
}

const pixel: [number, number, number] = [0, 0, 0]

function sampleAt({ width, height, pixels }: Picture, x: number, y: number) {
  const left = Math.max(0, Math.min(width - 1, Math.floor(x)))
  const top = Math.max(0, Math.min(height - 1, Math.floor(y)))
  const right = Math.min(width - 1, left + 1)
  const bottom = Math.min(height - 1, top + 1)
  const fx = Math.max(0, Math.min(1, x - left))
  const fy = Math.max(0, Math.min(1, y - top))
  for (let channel = 0; channel < 3; channel++) {
    const above = lerp(pixels, (top * width + left) * 3 + channel, (top * width + right) * 3 + channel, fx)
    const below = lerp(
      pixels,
      (bottom * width + left) * 3 + channel,
      (bottom * width + right) * 3 + channel,
      fx,
    )
    pixel[channel] = above + (below - above) * fy
  }
  return pixel
}

const lerp = (pixels: Uint8Array, from: number, to: number, t: number) =>
  (pixels[from] as number) * (1 - t) + (pixels[to] as number) * t
