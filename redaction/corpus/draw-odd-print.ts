import { drawCard } from './draw-card.ts'
import { birthDate, personName, socialSecurityNumber, writeDate } from './made-up-values.ts'
import { type Conditions, corners, emptyScene, expose, placeSheet, type Scene } from './photograph.ts'
import { prose } from './prose.ts'
import type { Random } from './random.ts'
import { type FontName, type LabelledSecret, Sheet, type TextStyle, withoutSeparators } from './sheet.ts'

/**
 * Digits that are hard to read: along the edge of a page, below each other, on an arc, punched through the paper, or on the
 * backs of several small cards. A part of the pages has words alone in such print: nobody should be asked about these.
 */
export const oddPrints = ['vertical', 'stacked', 'curved', 'punched', 'card-backs'] as const
export type OddPrint = (typeof oddPrints)[number]

const fonts: FontName[] = ['inter', 'gothic', 'condensed', 'courier', 'serif', 'mono', 'technical']

export async function oddPrintScene(random: Random, print: OddPrint): Promise<Scene> {
  if (print === 'card-backs') return cardBacks(random)
  const dpi = random.pick([150, 200, 200])
  const scene = await emptyScene(random, Math.round(dpi * 8.5), Math.round(dpi * 11))
  const skew = random.chance(0.5) ? random.between(-0.03, 0.03) : 0
  const sheet = drawOddPage(random, print)
  await placeSheet(scene, sheet, corners(random, scene, sheet, skew, skew === 0 ? 1 : 0.98, 0))
  await expose(random, scene, random.pick<Conditions>([{}, { noise: random.between(4, 14) }, { blur: 0.5 }]))
  return scene
}

function drawOddPage(random: Random, print: Exclude<OddPrint, 'card-backs'>): Sheet {
  const sheet = new Sheet(1700, 2200)
  sheet.rect(0, 0, 1700, 2200, 'fill="#fff"')
  const style: TextStyle = { font: random.pick(fonts), size: random.between(26, 32) }
  sheet.keep(random.pick(['Statement of membership', 'Notice to customers', 'Receipt']), 260, 200, {
    ...style,
    size: 44,
  })
  sheet.keep(personName(random), 260, 290, style)
  sheet.keep('100 Main Street, Topeka, KS 66603', 260, 336, style)
  prose.forEach((text, i) => void sheet.keep(text, 260, 460 + i * 46, { ...style, size: 20 }))
  sheet.keep(`Amount due $ ${random.int(1, 9)},${random.digits(3)}.${random.digits(2)}`, 260, 1300, style)
  const isPrivate = random.chance(0.7)
  drawings[print](sheet, random, { ...style, size: random.between(30, 40) }, isPrivate)
  return sheet
}

type Draw = (sheet: Sheet, random: Random, style: TextStyle, isPrivate: boolean) => void

const drawings: Record<Exclude<OddPrint, 'card-backs'>, Draw> = {
  vertical: drawVertical,
  stacked: drawStacked,
  curved: drawCurved,
  punched: drawPunched,
}

interface PrivateNumber {
  label: string
  value: string
  type: string
}

const privateNumber = (random: Random): PrivateNumber =>
  random.pick([
    { label: 'Account number', value: `${random.int(1, 9)}${random.digits(9)}`, type: 'bank-account' },
    { label: 'SSN', value: socialSecurityNumber(random).join('-'), type: 'ssn' },
    { label: 'Passport No.', value: `C${random.int(1, 9)}${random.digits(7)}`, type: 'passport-number' },
    { label: 'Member ID', value: `${random.int(1, 9)}${random.digits(8)}`, type: 'private-number' },
    { label: 'Date of birth', value: writeDate(random, birthDate(random)), type: 'date-of-birth' },
    { label: '', value: `${random.int(1, 9)}${random.digits(8)}`, type: 'private-number' },
  ])

const openWords = ['ORIGINAL DOCUMENT', 'Office copy', 'Please keep for your records', 'DUPLICATE']
const keptOf = ({ type }: PrivateNumber) => (type === 'ssn' ? 4 : 0)

function addSecret(sheet: Sheet, number: PrivateNumber, characters: LabelledSecret['characters']) {
  sheet.secrets.push({
    type: number.type,
    keptCount: keptOf(number),
    characters: withoutSeparators(characters),
  })
}

/** Along the left or right edge, from below or from above. */
function drawVertical(sheet: Sheet, random: Random, style: TextStyle, isPrivate: boolean) {
  const angle = random.pick([-90, 90])
  const x = random.pick([110, 1600])
  const y = angle < 0 ? random.between(1500, 2000) : random.between(300, 700)
  if (!isPrivate) {
    sheet.turned(random.pick(openWords), x, y, angle, style)
    return
  }
  const number = privateNumber(random)
  const { end } = sheet.turned(number.label, x, y, angle, style)
  const at = y + Math.sign(angle) * (number.label ? end + style.size * 0.4 : 0)
  addSecret(sheet, number, sheet.turned(number.value, x, at, angle, style).characters)
}

/** Upright signs, one below the other. */
function drawStacked(sheet: Sheet, random: Random, style: TextStyle, isPrivate: boolean) {
  const x = random.pick([110, 1580])
  const step = style.size * random.between(1, 1.25)
  const stack = (text: string, top: number) =>
    [...text].flatMap((sign, i) => sheet.text(sign, x, top + i * step, style).characters)
  if (!isPrivate) {
    stack(random.pick(openWords), 420)
    return
  }
  const number = privateNumber(random)
  if (number.label) sheet.text(number.label, x > 850 ? 1300 : 80, 370, style)
  addSecret(sheet, number, stack(number.value.replaceAll(' ', ''), 420))
}

/** Around a seal or along an arch. */
function drawCurved(sheet: Sheet, random: Random, style: TextStyle, isPrivate: boolean) {
  const radius = random.between(130, 260)
  const [x, y] = [random.between(400, 1300), 1750]
  if (random.chance(0.6))
    sheet.add(
      `<circle cx="${x}" cy="${y}" r="${radius - 14}" fill="none" stroke="${style.fill ?? '#111'}" stroke-width="3"/>`,
    )
  const number = privateNumber(random)
  const label = isPrivate && number.label ? `${number.label} ` : ''
  const text = isPrivate ? label + number.value : random.pick(openWords)
  const step = (style.size * 0.66) / radius
  const start = -Math.PI / 2 - (step * text.length) / 2
  const characters = [...text].flatMap((sign, i) => {
    const angle = start + (i + 0.5) * step
    const drawn = sheet.turned(
      sign,
      x + radius * Math.cos(angle),
      y + radius * Math.sin(angle),
      (angle * 180) / Math.PI + 90,
      style,
    )
    return i < label.length ? [] : drawn.characters
  })
  if (isPrivate) addSecret(sheet, number, characters)
}

const holes: Record<string, string> = {
  0: '01110 10001 10001 10001 10001 10001 01110',
  1: '00100 01100 00100 00100 00100 00100 01110',
  2: '01110 10001 00001 00110 01000 10000 11111',
  3: '01110 10001 00001 00110 00001 10001 01110',
  4: '00010 00110 01010 10010 11111 00010 00010',
  5: '11111 10000 11110 00001 00001 10001 01110',
  6: '00110 01000 10000 11110 10001 10001 01110',
  7: '11111 00001 00010 00100 01000 01000 01000',
  8: '01110 10001 10001 01110 10001 10001 01110',
  9: '01110 10001 10001 01111 00001 00010 01100',
  C: '01110 10001 10000 10000 10000 10001 01110',
}

/** Holes through the paper: dark where something dark lies below, otherwise light with a shadow. */
function drawPunched(sheet: Sheet, random: Random, style: TextStyle, isPrivate: boolean) {
  const pitch = random.between(7, 11)
  const [hole, edge] = random.pick([
    ['#333', '#222'],
    ['#777', '#555'],
    ['#d8d8d8', '#888'],
  ] as const)
  if (!isPrivate) {
    // A row of holes where the page was torn from a pad.
    for (let x = 140; x < 1560; x += pitch * 2)
      sheet.add(`<circle cx="${x}" cy="1700" r="${pitch * 0.36}" fill="${hole}"/>`)
    return
  }
  const value = `${random.chance(0.5) ? 'C' : ''}${random.int(1, 9)}${random.digits(7)}`
  if (random.chance(0.5)) sheet.text('Passport No.', 260, 1640, style)
  const characters: LabelledSecret['characters'] = []
  ;[...value].forEach((sign, i) => {
    const left = 300 + i * pitch * 6.5
    holes[sign]?.split(' ').forEach((row, down) => {
      ;[...row].forEach((bit, across) => {
        if (bit === '1')
          sheet.add(
            `<circle cx="${left + across * pitch}" cy="${1690 + down * pitch}" r="${pitch * 0.36}" fill="${hole}" stroke="${edge}"/>`,
          )
      })
    })
    const [right, bottom] = [left + pitch * 4.4, 1690 + pitch * 6.4]
    characters.push({
      text: sign,
      quad: [
        [left - pitch * 0.4, 1690 - pitch * 0.4],
        [right, 1690 - pitch * 0.4],
        [right, bottom],
        [left - pitch * 0.4, bottom],
      ],
    })
  })
  addSecret(sheet, { label: '', value, type: 'passport-number' }, characters)
}

/** Two to six backs laid out in rows, sent without a word about what they show. */
async function cardBacks(random: Random): Promise<Scene> {
  const [columns, rows] = random.pick([
    [1, 2],
    [2, 2],
    [1, 3],
    [2, 3],
  ] as const)
  const width = random.pick([1600, 2000])
  const height = Math.round(width * random.pick([0.75, 1.3]))
  const scene = await emptyScene(random, width, height)
  const cell = { ...scene, width: width / columns, height: height / rows }
  for (let i = 0; i < columns * rows; i++) {
    const card = drawCard(random, random.pick(['back', 'back', 'modern-back']))
    const quad = corners(random, cell, card, random.between(-0.06, 0.06), random.between(0.75, 0.92), 0.01)
    const [left, top] = [(i % columns) * cell.width, Math.floor(i / columns) * cell.height]
    await placeSheet(scene, card, quad.map(([x, y]) => [x + left, y + top]) as typeof quad)
  }
  await expose(random, scene, random.pick<Conditions>([{}, { noise: random.between(4, 10) }, { blur: 0.6 }]))
  return scene
}
