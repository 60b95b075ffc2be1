import sharp from 'sharp'
import {
  birthDate,
  cardData,
  expiry,
  personName,
  socialSecurityNumber,
  writeDate,
} from '../../redaction/corpus/made-up-values.ts'
import { prose } from '../../redaction/corpus/prose.ts'
import { createRandom, type Random } from '../../redaction/corpus/random.ts'
import { Sheet, type TextStyle } from '../../redaction/corpus/sheet.ts'
import type { LabeledLine } from './line.ts'

const print = ['inter', 'inter-bold', 'gothic', 'serif', 'condensed', 'courier', 'mono'] as const
const raised = ['technical', 'mono-bold'] as const
const pens = ['pen', 'marker'] as const

type Font = TextStyle['font']
interface Kind {
  fonts: readonly Font[]
  text: (random: Random) => string
  /** Height of the letters' font in pixels. */
  size: readonly [number, number]
  isRaised?: boolean
  isDamaged?: boolean
}

const words = (random: Random) => {
  const line = random.pick(prose).split(' ')
  const from = random.int(0, Math.max(0, line.length - 6))
  return line.slice(from, from + random.int(1, 6)).join(' ')
}
const numbers = (random: Random) =>
  random.pick([
    () => socialSecurityNumber(random).join(random.pick(['-', ' ', ''])),
    () => cardData(random).groups.join(' '),
    () => writeDate(random, birthDate(random)),
    () => `${random.digits(2)}-${random.digits(7)}`,
    () => `$${random.int(1, 999)},${random.digits(3)}.${random.digits(2)}`,
    () => random.digits(random.int(5, 12)),
  ])()
const anything = (random: Random) =>
  random.pick([words, words, numbers, (from: Random) => personName(from)])(random)

const kinds: Record<string, Kind> = {
  print: { fonts: print, text: words, size: [18, 40] },
  smallPrint: { fonts: print, text: words, size: [9, 13] },
  digits: { fonts: print, text: numbers, size: [14, 36] },
  cards: {
    fonts: raised,
    text: (random) =>
      random.pick([
        () => cardData(random).groups.join(' '),
        () => personName(random),
        () => expiry(random),
      ])(),
    size: [24, 44],
    isRaised: true,
  },
  handwriting: { fonts: pens, text: anything, size: [22, 44] },
  damaged: { fonts: [...print, ...pens], text: anything, size: [14, 32], isDamaged: true },
}

/** Lines in fonts that the reader was not trained on, the same ones in every run. */
export async function* drawnLines(count: number): AsyncGenerator<LabeledLine> {
  for (const [at, [name, kind]] of Object.entries(kinds).entries()) {
    const random = createRandom(5100 + at)
    for (let i = 0; i < count; i++) yield { kind: `drawn.${name}`, ...(await drawLine(random, kind)) }
  }
}

async function drawLine(random: Random, { fonts, text: textOf, size: [least, most], ...how }: Kind) {
  const text = textOf(random)
  const size = random.int(least, most)
  const font = random.pick(fonts)
  const isDark = how.isRaised === true && random.chance(0.6)
  const style = {
    font,
    size,
    fill: isDark ? '#d8d8d8' : random.pick(['#111', '#222', '#333a66']),
    isEmbossed: how.isRaised === true,
  }
  // Measured once: a sheet has to know its width first.
  const { end } = new Sheet(1, 1).text(text, 0, 0, style)
  const margin = size * random.between(0.1, 0.35)
  const width = Math.ceil(end + 2 * margin)
  const height = Math.ceil(size * 1.6)
  const sheet = new Sheet(width, height)
  sheet.rect(0, 0, width, height, `fill="${isDark ? random.pick(['#1f3a5f', '#444', '#5a1f2f']) : '#fff'}"`)
  sheet.text(text, margin, size * 1.15, style)
  let image = sharp(sheet.toSvg()).removeAlpha().toColourspace('srgb')
  if (how.isDamaged) {
    const shrunk = sharp(await image.png().toBuffer())
      .resize(Math.max(8, Math.round(width * random.between(0.4, 0.8))))
      .blur(random.between(0.3, 0.7))
      .modulate({ brightness: random.between(0.6, 1) })
      .jpeg({ quality: random.int(25, 60) })
    image = sharp(await shrunk.toBuffer())
  }
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  const [right, bottom] = [info.width, info.height]
  // Cut about as closely as lines are found on papers.
  const [above, below] = [bottom * random.between(0.08, 0.16), bottom * random.between(0.86, 0.98)]
  const quad: LabeledLine['quad'] = [
    [0, above],
    [right, above],
    [right, below],
    [0, below],
  ]
  return { text, quad, picture: { width: right, height: bottom, pixels: data } }
}
