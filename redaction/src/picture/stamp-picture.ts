import sharp from 'sharp'
import type { Picture } from './picture.ts'
import { letterAdvance, lineAdvance, strokesOf } from './stroke-letters.ts'

/** How large letters are: a share of the shorter side, less where a line would be longer than the page. */
const size = { grid: 8, ofSide: 0.017, longestLine: 0.85 }
/** In units of the letters' grid. */
const gap = { across: 44, down: 20 }
const margin = 6
const tiltRadians = (-28 * Math.PI) / 180

/**
 * Writes lines of text all over a picture, in place, so that what lies below stays readable and no part can be cut
 * out without them. Dark strokes with light edges show on any ground.
 */
export async function stampPicture(picture: Picture, lines: readonly string[]): Promise<void> {
  const { width, height } = picture
  const longest = Math.max(...lines.map((line) => [...line].length)) * letterAdvance
  const diagonal = Math.hypot(width, height)
  const scale = Math.min(
    (Math.min(width, height) * size.ofSide) / size.grid,
    (size.longestLine * diagonal) / longest,
  )
  const mark = await drawMark(lines, longest, scale)
  const across = (longest + gap.across) * scale
  const down = (lines.length * lineAdvance + gap.down) * scale
  const [cos, sin] = [Math.cos(tiltRadians), Math.sin(tiltRadians)]
  const columns = Math.ceil(diagonal / across) + 1
  const rows = Math.ceil(diagonal / down) + 1
  for (let row = -rows; row <= rows; row++) {
    for (let column = -columns; column <= columns; column++) {
      // Every other row is moved by half, so that no straight strip of the page stays free.
      const along = (column + (row % 2) / 2) * across
      const x = Math.round(along * cos - row * down * sin)
      const y = Math.round(along * sin + row * down * cos)
      blend(picture, mark, x, y)
    }
  }
}

interface Mark {
  width: number
  height: number
  /** Red, green, blue and opacity of each pixel. */
  pixels: Uint8Array
}

/** The text once, tilted. Nothing of the text itself gets into the drawing, only strokes of our own. */
async function drawMark(lines: readonly string[], longest: number, scale: number): Promise<Mark> {
  const strokes = lines.flatMap((line, row) =>
    strokesOf(line).map(({ d, x }) => `<path d="${d}" transform="translate(${x} ${row * lineAdvance})"/>`),
  )
  const [wide, high] = [longest + 2 * margin, lines.length * lineAdvance + 2 * margin]
  const [cos, sin] = [Math.cos(tiltRadians), Math.abs(Math.sin(tiltRadians))]
  const width = Math.ceil((wide * cos + high * sin) * scale)
  const height = Math.ceil((wide * sin + high * cos) * scale)
  const place = `translate(0 ${wide * sin * scale}) rotate(${(tiltRadians * 180) / Math.PI}) scale(${scale}) translate(${margin} ${margin})`
  const all = strokes.join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <g transform="${place}" fill="none" stroke-linecap="round" stroke-linejoin="round">
    <g stroke="#fff" stroke-opacity=".35" stroke-width="2.4">${all}</g>
    <g stroke="#334155" stroke-opacity=".45" stroke-width="1">${all}</g></g></svg>`
  const { data, info } = await sharp(Buffer.from(svg))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, pixels: data }
}

function blend({ width, height, pixels }: Picture, mark: Mark, left: number, top: number): void {
  const fromX = Math.max(0, -left)
  const toX = Math.min(mark.width, width - left)
  const toY = Math.min(mark.height, height - top)
  for (let y = Math.max(0, -top); y < toY; y++) {
    let from = (y * mark.width + fromX) * 4
    let to = ((y + top) * width + fromX + left) * 3
    for (let x = fromX; x < toX; x++, from += 4, to += 3) {
      const opacity = mark.pixels[from + 3] as number
      if (opacity === 0) continue
      for (let channel = 0; channel < 3; channel++) {
        const below = pixels[to + channel] as number
        pixels[to + channel] = below + (((mark.pixels[from + channel] as number) - below) * opacity) / 255
      }
    }
  }
}
