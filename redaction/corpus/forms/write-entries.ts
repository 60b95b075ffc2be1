/** Writes entries onto the picture of a form: typed or by hand, with marks, a signature, stamps and folds. */
import { placeText } from '../../src/form/place-text.ts'
import type { Random } from '../random.ts'
import { type FontName, type Point, type Quad, Sheet, type TextStyle } from '../sheet.ts'
import type { BlankPage } from './blanks.ts'
import type { FilledEntry } from './fill-in.ts'

const byHandScale = 1.12
const byHandFonts: readonly FontName[] = ['pen', 'marker']

export const widthOfText = (text: string, font: FontName, size: number) =>
  new Sheet(0, 0).text(text, 0, 0, { font, size }).end

/** The blank as a sheet that can be written on, at so many pixels to a point. */
export function sheetOf({ width, height, png }: BlankPage, scale: number): Sheet {
  const sheet = new Sheet(Math.round(width * scale), Math.round(height * scale))
  sheet.rect(0, 0, sheet.width, sheet.height, 'fill="#fff"')
  sheet.add(
    `<image width="${sheet.width}" height="${sheet.height}" preserveAspectRatio="none" href="data:image/png;base64,${png.toString('base64')}"/>`,
  )
  return sheet
}

/** Where each entry came to stand is added to `sheet.kept`, under the entry's index as its type. */
export function writeEntries(
  random: Random,
  sheet: Sheet,
  entries: readonly (readonly [index: number, entry: FilledEntry])[],
  font: FontName,
  scale: number,
): void {
  const isByHand = byHandFonts.includes(font)
  const fill = random.pick(isByHand ? ['#16265e', '#1a2f8a', '#15151c'] : ['#111', '#111', '#1a1a2a'])
  const marking = random.pick(['cross', 'check', 'filled', 'typed'] as const)
  const shift = isByHand ? 0 : random.between(-0.5, 0.5)
  for (const [index, entry] of entries) {
    const zone = boxOf(entry, sheet)
    const characters =
      entry.kind === 'tick'
        ? [drawMark(random, sheet, zone, marking, fill, scale)]
        : entry.kind === 'signature'
          ? [drawSignature(random, sheet, zone, scale)]
          : writeText(entry, zone)
    const labelled = characters.map((quad) => ({ text: '', quad }))
    sheet.kept.push({ type: String(index), keptCount: 0, characters: labelled })
  }

  function writeText({ text, cells }: FilledEntry, zone: Box): Quad[] {
    const points = {
      width: zone.width / scale,
      height: zone.height / scale,
      line: zone.line === undefined ? undefined : zone.line / scale,
    }
    const place = placeText(points, (size) => widthOfText(text, font, size))
    const grown = isByHand
      ? Math.min(byHandScale, (points.width - 4) / widthOfText(text, font, place.size))
      : 1
    const style: TextStyle = { font, size: place.size * Math.max(1, grown) * scale, fill }
    const free = points.width - place.x - widthOfText(text, font, style.size / scale)
    if (cells)
      return [...text].flatMap((character, i) => {
        const middle = (((cells[i] ?? 0) + (cells[i + 1] ?? 0)) / 2) * sheet.width
        const from = middle - widthOfText(character, font, style.size) / 2
        return sheet.text(character, from, zone.y + place.y * scale, style).characters.map(({ quad }) => quad)
      })
    const dx = random.between(0, Math.max(0, Math.min(6, free - 2)))
    let x = zone.x + (place.x + dx) * scale
    const y = zone.y + (place.y + shift) * scale
    if (!isByHand) return sheet.text(text, x, y, style).characters.map(({ quad }) => quad)
    // A hand does not keep to the line.
    return text.split(' ').flatMap((word) => {
      const drawn = sheet.text(word, x, y + random.between(-1.1, 0.6) * scale, style)
      x = drawn.end + widthOfText(' ', font, style.size)
      return drawn.characters.map(({ quad }) => quad)
    })
  }
}

interface Box {
  x: number
  y: number
  width: number
  height: number
  line: number | undefined
}

const boxOf = ({ zone, line }: FilledEntry, sheet: Sheet): Box => ({
  line: line === undefined ? undefined : (line - zone.y) * sheet.height,
  x: zone.x * sheet.width,
  y: zone.y * sheet.height,
  width: zone.width * sheet.width,
  height: zone.height * sheet.height,
})

const quadOf = (left: number, top: number, right: number, bottom: number): Quad => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
]

const stroke = (d: string, color: string, width: number) =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width.toFixed(1)}" stroke-linecap="round" stroke-linejoin="round"/>`
const at = ([x, y]: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`

function drawMark(
  random: Random,
  sheet: Sheet,
  zone: Box,
  marking: 'cross' | 'check' | 'filled' | 'typed',
  color: string,
  scale: number,
): Quad {
  const middle: Point = [zone.x + zone.width / 2, zone.y + zone.height / 2]
  const reach = Math.min(zone.width, zone.height, 12 * scale) * random.between(0.36, 0.46)
  const off = () => random.between(-0.2, 0.2) * reach
  const corner = (x: number, y: number): Point => [
    middle[0] + x * reach + off(),
    middle[1] + y * reach + off(),
  ]
  const width = random.between(1.1, 1.6) * scale
  if (marking === 'cross') {
    sheet.add(stroke(`M${at(corner(-1, -1))}L${at(corner(1, 1))}`, color, width))
    sheet.add(stroke(`M${at(corner(1, -1))}L${at(corner(-1, 1))}`, color, width))
  } else if (marking === 'check')
    sheet.add(
      stroke(`M${at(corner(-0.9, 0))}L${at(corner(-0.2, 0.9))}L${at(corner(1.3, -1.4))}`, color, width),
    )
  else if (marking === 'filled')
    sheet.rect(middle[0] - reach * 0.8, middle[1] - reach * 0.8, reach * 1.6, reach * 1.6, `fill="${color}"`)
  else {
    const size = reach * 2.4
    const x = middle[0] - widthOfText('X', 'courier-bold', size) / 2
    sheet.text('X', x, middle[1] + size * 0.29, { font: 'courier-bold', size, fill: color })
  }
  return quadOf(middle[0] - reach, middle[1] - reach, middle[0] + reach, middle[1] + reach)
}

/** Loops that run to the right and end in a long stroke. */
function drawSignature(random: Random, sheet: Sheet, zone: Box, scale: number): Quad {
  const height = Math.min(zone.height * 1.15, 26 * scale)
  const width = Math.min(zone.width * 0.8, random.between(80, 150) * scale)
  const left = zone.x + random.between(0.02, 0.1) * zone.width
  const base = zone.y + (zone.line ?? Math.min(zone.height * 0.85, zone.height - 2 * scale))
  const count = random.int(5, 9)
  const step = (width * 0.75) / count
  let point: Point = [left, base - height * random.between(0.1, 0.5)]
  let d = `M${at(point)}`
  for (let i = 0; i < count; i++) {
    const rise = height * (i === 0 ? 0.95 : random.between(0.25, 0.75))
    const next: Point = [point[0] + step, base - height * random.between(-0.05, 0.25)]
    const up: Point = [point[0] + step * random.between(0.3, 1.2), base - rise]
    const down: Point = [
      point[0] + step * random.between(-0.2, 0.6),
      base + height * random.between(-0.1, 0.12),
    ]
    d += `C${at(up)} ${at(down)} ${at(next)}`
    point = next
  }
  const end: Point = [left + width, base - height * random.between(0.1, 0.4)]
  d += `C${at([point[0] + step, base + height * 0.2])} ${at([end[0] - step, base - height * 0.6])} ${at(end)}`
  sheet.add(stroke(d, random.pick(['#14213d', '#1a2f8a', '#111']), random.between(0.9, 1.5) * scale))
  return quadOf(left, base - height, left + width, base)
}

/** A received stamp, somewhere on the page. */
export function drawStamp(random: Random, sheet: Sheet, scale: number): void {
  const color = random.pick(['#b3261e', '#1d4ea8', '#6a1b9a'])
  const [width, height] = [150 * scale, 52 * scale]
  const x = random.between(0.05, 0.95) * (sheet.width - width)
  const y = random.between(0.1, 0.85) * (sheet.height - height)
  const angle = random.between(-14, 14)
  sheet.add(`<g opacity="0.62" transform="translate(${x} ${y}) rotate(${angle})">`)
  sheet.rect(0, 0, width, height, `fill="none" stroke="${color}" stroke-width="${2.4 * scale}"`)
  const style: TextStyle = { font: 'condensed-bold', size: 20 * scale, fill: color }
  sheet.text(random.pick(['RECEIVED', 'SCANNED', 'ENTERED']), 12 * scale, 24 * scale, style)
  sheet.text(`NOV ${random.int(10, 28)} 2026`, 12 * scale, 44 * scale, { ...style, size: 15 * scale })
  sheet.add('</g>')
}

/** The page was folded for an envelope: a line, and light that falls differently beside it. */
export function drawFolds(random: Random, sheet: Sheet, scale: number): void {
  const places = random.chance(0.5) ? [1 / 3, 2 / 3] : [1 / 2]
  for (const [i, share] of places.entries()) {
    const y = (share + random.between(-0.02, 0.02)) * sheet.height
    const reach = 46 * scale
    sheet.add(
      `<defs><linearGradient id="fold${i}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="0.28"/></linearGradient></defs>`,
    )
    sheet.rect(0, y - reach, sheet.width, reach, `fill="url(#fold${i})"`)
    sheet.rect(0, y, sheet.width, 1.2 * scale, 'fill="#333" opacity="0.45"')
    sheet.rect(0, y + 1.2 * scale, sheet.width, 2.5 * scale, 'fill="#fff" opacity="0.6"')
  }
}
