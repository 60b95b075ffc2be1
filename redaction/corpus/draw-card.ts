import { type CardData, cardData, expiry, personName } from './made-up-values.ts'
import type { Random } from './random.ts'
import { type FontName, type LabelledSecret, Sheet, type TextStyle, withoutSeparators } from './sheet.ts'

export type CardFace = 'front' | 'upright-front' | 'back' | 'modern-back'

const long = 1012
const short = 638
const numberFonts: FontName[] = [
  'technical',
  'mono',
  'mono-bold',
  'courier-bold',
  'condensed',
  'inter',
  'gothic',
]
const schemes = [
  { from: '#1d2b53', to: '#b3212b', ink: '#f5f5f5' },
  { from: '#0b0b0d', to: '#3a3a3f', ink: '#d9d9d9' },
  { from: '#f6f7fa', to: '#d5dbe8', ink: '#22252b' },
  { from: '#c9a227', to: '#7a5c00', ink: '#fff8e0' },
  { from: '#0f5c4c', to: '#7cc49a', ink: '#ffffff' },
  { from: '#5b1fd1', to: '#ff5f8f', ink: '#fdf3ff' },
  { from: '#8a8f98', to: '#4b5058', ink: '#23262b' },
  { from: '#b9c4cf', to: '#e9eef2', ink: '#8d99a6' },
] as const

/** One face of a made-up payment card, with every digit that must go. */
export function drawCard(random: Random, face: CardFace): Sheet {
  const sheet = face === 'upright-front' ? new Sheet(short, long) : new Sheet(long, short)
  const scheme = random.pick(schemes)
  drawGround(sheet, random, scheme)
  const data = cardData(random)
  const style: TextStyle = { font: random.pick(numberFonts), size: 0, fill: scheme.ink }
  if (face === 'front') drawFront(sheet, random, data, style)
  else if (face === 'upright-front') drawUprightFront(sheet, random, data, style)
  else if (face === 'back') drawBack(sheet, random, data, style)
  else drawModernBack(sheet, random, data, style)
  return sheet
}

function drawGround(sheet: Sheet, random: Random, { from, to, ink }: (typeof schemes)[number]) {
  const { width, height } = sheet
  sheet.add(
    `<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="${random.next()}"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>`,
  )
  sheet.rect(0, 0, width, height, 'rx="36" fill="url(#g)"')
  for (let i = random.int(0, 14); i > 0; i--) {
    const [x, y, r] = [random.between(0, width), random.between(0, height), random.between(20, 300)]
    const paint = random.chance(0.5)
      ? `fill="none" stroke="${ink}" stroke-width="${random.between(1, 14)}"`
      : `fill="${random.pick([from, to, ink])}"`
    sheet.add(`<circle cx="${x}" cy="${y}" r="${r}" opacity="${random.between(0.04, 0.22)}" ${paint}/>`)
  }
}

const label = (style: TextStyle, size: number): TextStyle => ({
  font: 'condensed',
  size,
  fill: style.fill ?? '#fff',
})

function drawFront(sheet: Sheet, random: Random, data: CardData, base: TextStyle) {
  const isAmex = data.groups.length === 3
  const style: TextStyle = {
    ...base,
    size: random.between(58, 74),
    isEmbossed: random.chance(0.5),
    isOutlined: random.chance(0.06),
  }
  sheet.text(
    random.pick(['FEDERAL CREDIT', 'Example Bank', 'Purchase Card', 'NORTHERN STATES CU', 'tap']),
    70,
    96,
    { ...label(base, 46), font: 'gothic' },
  )
  if (random.chance(0.85))
    sheet.rect(78, 180, 118, 92, 'rx="14" fill="#d8b24a" stroke="#7d6420" stroke-width="3"')
  const y = random.between(360, 400)
  const { end } = drawNumber(sheet, data, random.between(60, 90), y, fitted(sheet.width - 110, data, style))
  if (isAmex && random.chance(0.85)) {
    const size = random.between(28, 36)
    const x = random.chance(0.8) ? Math.min(end - 3 * size, sheet.width - 150) : 220
    sheet.secret('card-code', random.digits(4), x, y - random.between(80, 120), {
      ...style,
      size,
      isEmbossed: false,
    })
  }
  if (!isAmex && random.chance(0.3))
    sheet.secret('card-digits', (data.groups[0] ?? '').slice(0, 4), 78, y + 36, label(base, 24))
  sheet.text(random.pick(['VALID THRU ', 'GOOD THRU ', 'EXP ', 'VALID DATES ']), 380, y + 86, label(base, 22))
  sheet.text(expiry(random), 500, y + 90, { ...style, size: 36 })
  sheet.text(personName(random), 70, y + 168, { ...style, size: 38 })
  sheet.text(data.brand, 690, 580, { ...label(base, 52), font: 'inter-bold' })
}

function drawUprightFront(sheet: Sheet, random: Random, data: CardData, base: TextStyle) {
  const style: TextStyle = { ...base, size: random.between(50, 64) }
  sheet.text('FEDERAL CREDIT', 60, 100, { ...label(base, 44), font: 'gothic' })
  const perRow = random.pick([1, 2])
  const characters: LabelledSecret['characters'] = []
  let y = random.between(420, 520)
  for (let i = 0; i < data.groups.length; i += perRow) {
    characters.push(...sheet.text(data.groups.slice(i, i + perRow).join(' '), 66, y, style).characters)
    y += style.size * 1.3
  }
  sheet.secrets.push({ type: 'card-number', keptCount: 4, characters: withoutSeparators(characters) })
  sheet.text(`VALID THRU ${expiry(random)}`, 66, y + 60, label(base, 32))
  sheet.text(personName(random), 66, y + 130, { ...label(base, 38), font: 'gothic' })
}

function drawBack(sheet: Sheet, random: Random, data: CardData, base: TextStyle) {
  sheet.rect(0, 50, sheet.width, 120, 'fill="#0a0a0a"')
  const [x, y, width] = [random.between(40, 90), random.between(210, 240), random.between(560, 720)]
  if (random.chance(0.8))
    sheet.text('AUTHORIZED SIGNATURE - NOT VALID UNLESS SIGNED', x, y - 8, label(base, 20))
  sheet.rect(x, y, width, 80, 'fill="#efece2"')
  for (let i = 0; i < 9; i++) sheet.rect(x, y + 4 + i * 8.4, width, 2, `fill="#c7cfe0" opacity="0.6"`)
  const code: TextStyle = {
    font: random.pick(['courier-bold', 'mono', 'condensed'] as const),
    size: random.between(38, 46),
    fill: '#1a1a1a',
  }
  const last = data.groups.join('').slice(-4)
  const isBeside = random.chance(0.3)
  if (isBeside) sheet.rect(x + width + 16, y + 8, 110, 62, 'fill="#fff" stroke="#999"')
  const isLong = !isBeside && random.chance(0.5)
  const at = isBeside ? x + width + 28 : x + width - (isLong ? 250 : 120)
  const { characters } = sheet.text(`${isLong ? `${last} ` : ''}${random.digits(3)}`, at, y + 54, code)
  sheet.secrets.push({ type: 'card-code', keptCount: 0, characters: characters.slice(-3) })
  if (random.chance(0.4))
    drawNumber(sheet, data, 70, 440, fitted(sheet.width - 120, data, { ...base, size: 56 }))
  sheet.text(
    'For customer service call 1-800-555-0199 or write to PO Box 512, Omaha NE 68103',
    x,
    560,
    label(base, 24),
  )
}

function drawModernBack(sheet: Sheet, random: Random, data: CardData, base: TextStyle) {
  sheet.rect(0, 40, sheet.width, 100, 'fill="#111"')
  const size = random.between(40, 54)
  drawNumber(sheet, data, 70, 290, fitted(sheet.width - 120, data, { ...base, size }))
  sheet.text(`${random.pick(['EXP', 'VALID THRU', 'Expires'])} ${expiry(random)}`, 70, 370, label(base, 36))
  const { end } = sheet.text(
    random.pick(['CVV ', 'CVC ', 'Security code ', 'CVC2 ']),
    420,
    370,
    label(base, 36),
  )
  sheet.secret('card-code', random.digits(3), end + 12, 370, { ...base, size: 40 })
  sheet.text(personName(random), 70, 450, { ...label(base, 38), font: 'gothic' })
  sheet.text('This card is property of the issuer. Questions: 1-888-555-0142', 70, 580, label(base, 24))
}

function drawNumber(sheet: Sheet, data: CardData, x: number, y: number, style: TextStyle) {
  return sheet.secret('card-number', data.groups.join(' '), x, y, style, 4)
}

// Long numbers are set smaller, as on real cards.
function fitted(width: number, { groups }: CardData, style: TextStyle): TextStyle {
  const characters = groups.join(' ').length
  return { ...style, size: Math.min(style.size, width / (characters * 0.63)) }
}
