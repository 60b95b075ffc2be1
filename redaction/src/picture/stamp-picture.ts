import sharp from 'sharp'
import type { Picture } from './picture.ts'
import { stampLetters } from './stamp-letters.ts'

/** For a letter that the font does not have: an empty box. */
const unknownLetter = [640, 'M80 0V-728H560V0ZM150-70H490V-658H150Z'] as const

/** In thousandths of the font's size. */
const lineAdvance = 1400
const ascent = 760
const descent = 240
const gap = { along: 4000, down: 3400 }

/** The font's size as a share of the picture's shorter side; smaller where a mark would not fit into the picture. */
const sizeOfSide = 0.024
const largestShare = 0.94
const tilt = 28 * (Math.PI / 180)
const [cos, sin] = [Math.cos(tilt), Math.sin(tilt)]

/**
 * Writes lines of text all over a picture, in place and upwards to the right, so that what lies below stays readable.
 * Each mark is wholly inside the picture and touches no other, so no word is cut. Dark letters with light edges show
 * on any ground.
 */
export async function stampPicture(picture: Picture, lines: readonly string[]): Promise<void> {
  const { width, height } = picture
  const text = layOut(lines)
  const scale = Math.min(
    (Math.min(width, height) * sizeOfSide) / 1000,
    (width * largestShare) / (text.width * cos + text.height * sin),
    (height * largestShare) / (text.width * sin + text.height * cos),
  )
  const mark = await drawMark(text, scale)
  for (const { left, top } of placesOf(picture, text, scale)) blend(picture, mark, left, top)
}

/**
 * Where the tilted marks go, by the upper left corners of their pictures. Seen along the text, a mark begins `along`
 * the row and lies in a row `down` the page; in each row the edges of the picture leave an interval for it.
 */
function* placesOf({ width, height }: Picture, text: TextOutlines, scale: number) {
  const [long, high] = [text.width * scale, text.height * scale]
  const room = { x: width - long * cos - high * sin, y: height - high * cos }
  const firstRow = long * sin * cos
  const lastRow = room.x * sin + room.y * cos
  for (const [row, down] of spread(firstRow, lastRow, high + gap.down * scale).entries()) {
    const from = Math.max((-down * sin) / cos, (down * cos - room.y) / sin)
    const to = Math.min((room.x - down * sin) / cos, (down * cos - long * sin) / sin)
    const places = spread(from, to, long + gap.along * scale)
    const between = places.slice(1).map((place, at) => (place + (places[at] ?? place)) / 2)
    // Every other row lies between its neighbors, so that no strip of the page stays free.
    const isEven = row % 2 === 0
    const chosen = places.length > 1 ? (isEven ? places : between) : [isEven ? from : to]
    for (const along of chosen) {
      const left = along * cos + down * sin
      const top = down * cos - (along + long) * sin
      yield { left: Math.max(0, Math.round(left)), top: Math.max(0, Math.round(top)) }
    }
  }
}

/** Evenly from the first to the last place, at least `step` apart. */
function spread(first: number, last: number, step: number): number[] {
  const count = Math.floor(Math.max(0, last - first) / step)
  return Array.from({ length: count + 1 }, (_, at) => first + (count && (at * (last - first)) / count))
}

const lettersOf = (line: string) =>
  [...line.normalize('NFC')].map((letter) => stampLetters[letter] ?? unknownLetter)

interface TextOutlines {
  /** In thousandths of the font's size, like the outlines. */
  width: number
  height: number
  paths: string
}

/** Nothing of the text itself gets into the drawing, only outlines of our own. */
function layOut(lines: readonly string[]): TextOutlines {
  const paths: string[] = []
  let width = 0
  for (const [row, line] of lines.entries()) {
    let x = 0
    for (const [advance, outline] of lettersOf(line)) {
      if (outline)
        paths.push(`<path d="${outline}" transform="translate(${x} ${row * lineAdvance + ascent})"/>`)
      x += advance
    }
    width = Math.max(width, x)
  }
  return { width, height: (lines.length - 1) * lineAdvance + ascent + descent, paths: paths.join('') }
}

interface Mark {
  width: number
  height: number
  /** Red, green, blue and opacity of each pixel. */
  pixels: Uint8Array
}

/** The text once, tilted, in the smallest picture that holds it. */
async function drawMark(text: TextOutlines, scale: number): Promise<Mark> {
  const width = Math.ceil((text.width * cos + text.height * sin) * scale)
  const height = Math.ceil((text.width * sin + text.height * cos) * scale)
  const place = `translate(0 ${text.width * sin * scale}) rotate(${(-tilt * 180) / Math.PI}) scale(${scale})`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <g transform="${place}">
    <g fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="90" stroke-linejoin="round">${text.paths}</g>
    <g fill="#334155" fill-opacity=".3">${text.paths}</g></g></svg>`
  const { data, info } = await sharp(Buffer.from(svg))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, pixels: data }
}

function blend({ width, height, pixels }: Picture, mark: Mark, left: number, top: number): void {
  const toX = Math.min(mark.width, width - left)
  const toY = Math.min(mark.height, height - top)
  for (let y = 0; y < toY; y++) {
    let from = y * mark.width * 4
    let to = ((y + top) * width + left) * 3
    for (let x = 0; x < toX; x++, from += 4, to += 3) {
      const opacity = mark.pixels[from + 3] as number
      if (opacity === 0) continue
      for (let channel = 0; channel < 3; channel++) {
        const below = pixels[to + channel] as number
        pixels[to + channel] = below + (((mark.pixels[from + channel] as number) - below) * opacity) / 255
      }
    }
  }
}
