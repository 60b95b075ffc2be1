import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import opentype, { type Font, type Path } from 'opentype.js'

export type Point = [number, number]
export type Quad = [Point, Point, Point, Point]

export interface LabelledSecret {
  type: string
  /** Digits at the end that stay. */
  keptCount: number
  characters: { text: string; quad: Quad }[]
}

const files = {
  inter: 'inter/files/inter-latin-400-normal.woff',
  'inter-bold': 'inter/files/inter-latin-700-normal.woff',
  courier: 'courier-prime/files/courier-prime-latin-400-normal.woff',
  'courier-bold': 'courier-prime/files/courier-prime-latin-700-normal.woff',
  condensed: 'roboto-condensed/files/roboto-condensed-latin-400-normal.woff',
  'condensed-bold': 'roboto-condensed/files/roboto-condensed-latin-700-normal.woff',
  technical: 'share-tech-mono/files/share-tech-mono-latin-400-normal.woff',
  mono: 'b612-mono/files/b612-mono-latin-400-normal.woff',
  'mono-bold': 'b612-mono/files/b612-mono-latin-700-normal.woff',
  gothic: 'libre-franklin/files/libre-franklin-latin-400-normal.woff',
  serif: 'merriweather/files/merriweather-latin-400-normal.woff',
  pen: 'kalam/files/kalam-latin-400-normal.woff',
  marker: 'patrick-hand/files/patrick-hand-latin-400-normal.woff',
} as const
export type FontName = keyof typeof files

const resolve = createRequire(import.meta.url).resolve
const fonts = new Map<FontName, Font>()

function fontOf(name: FontName): Font {
  const known = fonts.get(name)
  if (known) return known
  const bytes = readFileSync(resolve(`@fontsource/${files[name]}`))
  const font = opentype.parse(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer,
  )
  fonts.set(name, font)
  return font
}

export interface TextStyle {
  font: FontName
  size: number
  fill?: string
  /** Extra space between characters, in sizes. */
  tracking?: number
  /** Drawn as raised letters: a light and a dark edge around the fill. */
  isEmbossed?: boolean
  isOutlined?: boolean
  opacity?: number
}

/** What kind of word it is that must stay. */
export type KeptType = 'amount' | 'ein' | 'exemption' | 'word'

const shapesOfTypes: readonly [KeptType, RegExp][] = [
  ['amount', /^\$?[\d,]+\.\d{2}$/],
  ['ein', /^\d{2}-\d{7}$/],
  ['exemption', /^\d{2}-\d{10}(?:C-\d|-\d)$/],
]
const keptTypeOf = (word: string): KeptType =>
  shapesOfTypes.find(([, shape]) => shape.test(word))?.[0] ?? 'word'

/** SVG in the making, with the place of every character that matters. */
export class Sheet {
  readonly elements: string[] = []
  readonly secrets: LabelledSecret[] = []
  /** Words that must stay readable. */
  readonly kept: LabelledSecret[] = []
  readonly width: number
  readonly height: number

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
  }

  add(element: string) {
    this.elements.push(element)
  }

  rect(x: number, y: number, width: number, height: number, attributes: string) {
    this.add(`<rect x="${x}" y="${y}" width="${width}" height="${height}" ${attributes}/>`)
  }

  /** Draws text from a baseline point; gives each character's box and where the text ends. */
  text(text: string, x: number, y: number, style: TextStyle) {
    const font = fontOf(style.font)
    const characters: LabelledSecret['characters'] = []
    let [at, d] = [x, '']
    for (const character of text) {
      const glyph = font.charToGlyph(character)
      const path = glyph.getPath(at, y, style.size)
      const box = path.getBoundingBox()
      if (character !== ' ') {
        d += pathData(path)
        characters.push({
          text: character,
          quad: [
            [box.x1, box.y1],
            [box.x2, box.y1],
            [box.x2, box.y2],
            [box.x1, box.y2],
          ],
        })
      }
      at += ((glyph.advanceWidth ?? 0) / font.unitsPerEm) * style.size + (style.tracking ?? 0) * style.size
    }
    this.add(drawPath(d, style))
    return { characters, end: at }
  }

  /** Draws text that starts at a point of its baseline and runs at an angle, in degrees; `end` is its length. */
  turned(text: string, x: number, y: number, angle: number, style: TextStyle) {
    const upright = new Sheet(0, 0)
    const { characters, end } = upright.text(text, 0, 0, style)
    this.add(`<g transform="translate(${x} ${y}) rotate(${angle})">${upright.elements.join('')}</g>`)
    const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
    const turn = ([u, v]: Point): Point => [x + u * cos - v * sin, y + u * sin + v * cos]
    return {
      characters: characters.map((one) => ({ ...one, quad: one.quad.map(turn) as Quad })),
      end,
    }
  }

  /** Draws text that must be hidden, all but its last `keptCount` characters that are not separators. */
  secret(type: string, text: string, x: number, y: number, style: TextStyle, keptCount = 0) {
    const drawn = this.text(text, x, y, style)
    this.secrets.push({ type, keptCount, characters: withoutSeparators(drawn.characters) })
    return drawn
  }

  /** Draws text that must stay readable, word by word. */
  keep(text: string, x: number, y: number, style: TextStyle) {
    const drawn = this.text(text, x, y, style)
    let at = 0
    for (const word of text.split(' ').filter(Boolean)) {
      const characters = drawn.characters.slice(at, at + word.length)
      at += word.length
      this.kept.push({ type: keptTypeOf(word), keptCount: 0, characters })
    }
    return drawn
  }

  toSvg(): Buffer {
    const { width, height } = this
    return Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${this.elements.join('')}</svg>`,
    )
  }
}

// The library's own writer gives NaN for some coordinates.
function pathData(path: Path): string {
  return path.commands
    .map((command) => {
      const numbers = Object.entries(command).filter(([name]) => name !== 'type')
      const ordered = ['x1', 'y1', 'x2', 'y2', 'x', 'y'].flatMap((name) =>
        numbers.filter(([key]) => key === name),
      )
      return command.type + ordered.map(([, value]) => Number(value).toFixed(1)).join(' ')
    })
    .join('')
}

export const withoutSeparators = (characters: LabelledSecret['characters']) =>
  characters.filter(({ text }) => /[\p{L}\p{N}<]/u.test(text))

function drawPath(
  d: string,
  { fill = '#111', size, isEmbossed, isOutlined, opacity = 1 }: TextStyle,
): string {
  if (isOutlined)
    return `<path d="${d}" fill="none" stroke="${fill}" stroke-width="${size * 0.03}" opacity="${opacity}"/>`
  const raised = isEmbossed
    ? `<path d="${d}" fill="#fff" opacity="0.65" transform="translate(${-size * 0.03} ${-size * 0.03})"/><path d="${d}" fill="#000" opacity="0.65" transform="translate(${size * 0.035} ${size * 0.035})"/>`
    : ''
  return `${raised}<path d="${d}" fill="${fill}" opacity="${opacity}"/>`
}
