import sharp from 'sharp'
import type { Picture } from './picture.ts'

/**
 * Letters as single strokes, so that a stamp looks the same on every system, with or without fonts. Each is a path
 * on a grid 4 wide: capitals would reach up to 0, small letters up to 3, the line is at 8, tails end at 10.
 */
const letters: Record<string, string> = {
  a: 'M4 3V8M4 4Q3.5 3 2 3Q0 3 0 5.5T2 8Q3.5 8 4 7',
  b: 'M0 0V8M0 4Q.5 3 2 3Q4 3 4 5.5T2 8Q.5 8 0 7',
  c: 'M4 4Q3.5 3 2 3Q0 3 0 5.5T2 8Q3.5 8 4 7',
  d: 'M4 0V8M4 4Q3.5 3 2 3Q0 3 0 5.5T2 8Q3.5 8 4 7',
  e: 'M0 5.5H4Q4 3 2 3Q0 3 0 5.5T2 8Q3.5 8 4 7',
  f: 'M3.5 0Q1.5-.3 1.5 2V8M0 3H3.5',
  g: 'M4 3V8Q4 10 2 10Q.7 10 .2 9.3M4 4Q3.5 3 2 3Q0 3 0 5.5T2 8Q3.5 8 4 7',
  h: 'M0 0V8M0 5Q.5 3 2.3 3Q4 3 4 5V8',
  i: 'M2 3V8M2 .8V1.2',
  j: 'M2.5 3V8.5Q2.5 10 1 10H.5M2.5 .8V1.2',
  k: 'M0 0V8M3.8 3L0 6M1.3 5L4 8',
  l: 'M2 0V7Q2 8 3 8',
  m: 'M0 3V8M0 4.5Q.3 3 1.2 3Q2 3 2 4.5V8M2 4.5Q2.3 3 3.2 3Q4 3 4 4.5V8',
  n: 'M0 3V8M0 5Q.5 3 2.3 3Q4 3 4 5V8',
  o: 'M2 3Q0 3 0 5.5T2 8Q4 8 4 5.5T2 3',
  p: 'M0 3V10M0 4Q.5 3 2 3Q4 3 4 5.5T2 8Q.5 8 0 7',
  q: 'M4 3V10M4 4Q3.5 3 2 3Q0 3 0 5.5T2 8Q3.5 8 4 7',
  r: 'M.5 3V8M.5 5Q1 3 3.5 3.2',
  s: 'M3.8 3.8Q3.3 3 2 3Q.2 3 .2 4.3Q.2 5.3 2 5.5Q4 5.7 4 6.8Q4 8 2 8Q.5 8 0 7.1',
  t: 'M1.5 1V6.5Q1.5 8 3 8H3.6M0 3H3.5',
  u: 'M0 3V6Q0 8 1.7 8Q3.5 8 4 6M4 3V8',
  v: 'M0 3L2 8L4 3',
  w: 'M0 3L1 8L2 4L3 8L4 3',
  x: 'M0 3L4 8M4 3L0 8',
  y: 'M0 3L2 8M4 3L1.5 9.2Q1 10 0 10',
  z: 'M0 3H4L0 8H4',
  0: 'M2 0Q0 0 0 4T2 8Q4 8 4 4T2 0M1.9 3.8L2.1 4.2',
  1: 'M.7 1.7L2.3 0V8M.7 8H3.9',
  2: 'M.2 1.8Q.4 0 2 0Q4 0 4 2Q4 3.3 2.5 4.9L0 8H4',
  3: 'M.2 1.3Q.7 0 2 0Q3.8 0 3.8 2Q3.8 3.8 2 3.8Q4 3.8 4 5.9Q4 8 2 8Q.5 8 0 6.6',
  4: 'M3 8V0L0 5.5H4',
  5: 'M3.7 0H.6L.3 3.5Q1 3 2 3Q4 3 4 5.5T2 8Q.5 8 0 6.7',
  6: 'M3.5 .7Q3 0 2 0Q0 0 0 5.5Q0 8 2 8Q4 8 4 5.6Q4 3.3 2 3.3Q.3 3.3 0 5.2',
  7: 'M0 0H4L1.5 8',
  8: 'M2 0Q.2 0 .2 1.9Q.2 3.8 2 3.8Q4 3.8 4 5.9T2 8Q0 8 0 5.9Q0 3.8 2 3.8Q3.8 3.8 3.8 1.9T2 0',
  9: 'M.5 7.3Q1 8 2 8Q4 8 4 2.5Q4 0 2 0Q0 0 0 2.4Q0 4.7 2 4.7Q3.7 4.7 4 2.8',
  '@': 'M3 3.5V5.5Q3 6.5 3.6 6.5Q4.3 6.5 4.3 4.3Q4.3 1 2.1 1Q-.3 1-.3 4.7Q-.3 8.5 2.2 8.5Q3.2 8.5 3.9 8M3 4.6Q3 3.3 2 3.3Q1 3.3 1 4.9T2 6.5Q3 6.5 3 4.6',
  '.': 'M2 7.7V8',
  ',': 'M2.2 7.6L1.6 9.2',
  ':': 'M2 4V4.3M2 7.7V8',
  '-': 'M.5 5H3.5',
  _: 'M0 9H4',
  '+': 'M.2 5H3.8M2 3.2V6.8',
  '=': 'M.3 4.2H3.7M.3 6H3.7',
  '/': 'M3.6 0L.4 8.5',
  '|': 'M2-.3V9.5',
  '!': 'M2 0V5.5M2 7.7V8',
  '?': 'M.3 1.5Q.5 0 2 0Q3.8 0 3.8 1.8Q3.8 3 2 4.2V5.5M2 7.7V8',
  '#': 'M1.4 .5L.6 8M3.4 .5L2.6 8M0 3H4M0 5.5H4',
  $: 'M3.8 1.8Q3.3 1 2 1Q.2 1 .2 2.6Q.2 3.8 2 4Q4 4.2 4 5.6Q4 7.2 2 7.2Q.5 7.2 0 6.2M2-.2V8.5',
  '%': 'M3.8 .5L.2 8M.8 .5Q0 .5 0 1.5T.8 2.5T1.6 1.5T.8 .5M3.2 6Q2.4 6 2.4 7T3.2 8T4 7T3.2 6',
  '&': 'M4 8L.8 2Q.5 0 1.7 0Q3 0 2.7 1.7Q2.5 2.8 1 3.8Q0 4.7 0 6Q0 8 1.7 8Q3.5 8 4 5',
  "'": 'M2 0V1.8',
  '*': 'M2 .5V4M.5 1.3L3.5 3.2M3.5 1.3L.5 3.2',
  '^': 'M.5 2L2 0L3.5 2',
  '`': 'M1.5 0L2.3 1.5',
  '~': 'M.2 5.5Q1 4 2 5T3.8 4.5',
  '{': 'M3-.3Q2-.3 2 1.2V3Q2 4 1 4Q2 4 2 5V7.5Q2 9 3 9',
  '}': 'M1-.3Q2-.3 2 1.2V3Q2 4 3 4Q2 4 2 5V7.5Q2 9 1 9',
  ' ': '',
}
const unknownLetter = 'M0 0H4V8H0Z'

const letterAdvance = 5.4
const lineAdvance = 14

/** One line of text as a path that begins at the left of its line; capitals are written small. */
const strokesOf = (text: string): { d: string; x: number }[] =>
  [...text.toLowerCase()].map((letter, at) => ({
    d: letters[letter] ?? unknownLetter,
    x: at * letterAdvance,
  }))

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
