import { type Field, formFields } from './form-fields.ts'
import { cardData, personName, socialSecurityNumber } from './made-up-values.ts'
import { prose } from './prose.ts'
import type { Random } from './random.ts'
import { type FontName, type LabelledSecret, Sheet, type TextStyle, withoutSeparators } from './sheet.ts'

const page = { width: 1700, height: 2200 }
const margin = 160
const layouts = [
  'left',
  'left-box',
  'above',
  'above-box',
  'comb',
  'parts',
  'table',
  'prose',
  'mixed',
] as const
type Layout = (typeof layouts)[number]

/** A made-up form page at 200 dpi. */
export function drawForm(random: Random): Sheet {
  const sheet = new Sheet(page.width, page.height)
  sheet.rect(0, 0, page.width, page.height, `fill="${random.pick(['#fff', '#fff', '#fdfbf5', '#f4f7fb'])}"`)
  const font = random.pick<FontName>(['inter', 'gothic', 'serif', 'courier', 'condensed'])
  const text: TextStyle = { font, size: random.between(24, 32) }
  const value: TextStyle = {
    font: random.chance(0.15)
      ? random.pick<FontName>(['pen', 'marker'])
      : random.pick<FontName>([font, 'courier', 'inter']),
    size: text.size * random.between(0.95, 1.15),
    fill: random.pick(['#111', '#111', '#1a2f8a']),
  }
  sheet.text(
    random.pick([
      'CERTIFICATE OF TAX EXEMPTION',
      'RESALE CERTIFICATE',
      'VENDOR PAYMENT FORM',
      'EXEMPT PURCHASER APPLICATION',
    ]),
    margin,
    200,
    { font: 'inter-bold', size: 44 },
  )
  let y = 290
  for (const line of prose.slice(0, random.int(1, prose.length))) {
    sheet.text(line, margin, y, { ...text, size: 25, font: font === 'courier' ? 'inter' : font })
    y += 40
  }
  drawFields(sheet, random, random.pick(layouts), y + 90, text, value)
  sheet.text(
    `Authorized signature: ______________________   Title: Contracting Officer   Date: 04/02/2026`,
    margin,
    2080,
    { ...text, font: 'inter', size: 24 },
  )
  return sheet
}

function drawFields(
  sheet: Sheet,
  random: Random,
  layout: Layout,
  top: number,
  text: TextStyle,
  value: TextStyle,
) {
  if (layout === 'prose') return drawLetter(sheet, random, top, text)
  const fields = formFields(random, random.int(4, 7), random.int(3, 6))
  if (layout === 'table') return drawTable(sheet, random, fields, top, text, value)
  let y = top
  for (const field of fields) {
    const style = layout === 'mixed' ? random.pick(layouts.slice(0, 6)) : layout
    y += drawField(sheet, field, style as Layout, y, text, value)
  }
  if (random.chance(0.35) && y < 1850) drawMrz(sheet, random, y + 60)
}

function drawField(
  sheet: Sheet,
  field: Field,
  layout: Layout,
  y: number,
  text: TextStyle,
  value: TextStyle,
): number {
  const isAbove = layout === 'above' || layout === 'above-box'
  const { end } = sheet.text(isAbove ? field.label : `${field.label}:`, margin, y, text)
  const x = isAbove ? margin + 6 : Math.max(760, end + 40)
  const line = isAbove ? y + text.size * 1.6 : y
  if (layout === 'left-box' || layout === 'above-box') {
    sheet.rect(
      x - 10,
      line - value.size * 1.15,
      700,
      value.size * 1.6,
      'fill="none" stroke="#555" stroke-width="2"',
    )
  }
  if (layout === 'comb' && field.type && /^[\d -]+$/.test(field.value)) drawComb(sheet, field, x, line, value)
  else if (layout === 'parts' && field.parts) drawParts(sheet, field, x, line, value)
  else drawValue(sheet, field, x, line, value)
  return isAbove ? 128 : 92
}

function drawValue(sheet: Sheet, { type, value, keptCount }: Field, x: number, y: number, style: TextStyle) {
  if (type) sheet.secret(type, value, x, y, style, keptCount)
  else sheet.text(value, x, y, style)
}

function drawComb(
  sheet: Sheet,
  { type = '', value, keptCount = 0 }: Field,
  x: number,
  y: number,
  style: TextStyle,
) {
  const cell = style.size * 1.35
  const characters: LabelledSecret['characters'] = []
  for (const [i, digit] of [...value.replace(/\D/g, '')].entries()) {
    sheet.rect(
      x + i * cell,
      y - style.size * 1.1,
      cell,
      style.size * 1.5,
      'fill="none" stroke="#666" stroke-width="2"',
    )
    characters.push(...sheet.text(digit, x + i * cell + cell * 0.28, y, style).characters)
  }
  sheet.secrets.push({ type, keptCount, characters })
}

function drawParts(
  sheet: Sheet,
  { type = '', parts = [], keptCount = 0 }: Field,
  x: number,
  y: number,
  style: TextStyle,
) {
  const characters: LabelledSecret['characters'] = []
  let at = x
  for (const part of parts) {
    const width = (part.length + 1) * style.size * 0.68
    sheet.rect(
      at,
      y - style.size * 1.15,
      width,
      style.size * 1.6,
      'fill="none" stroke="#555" stroke-width="2"',
    )
    characters.push(...sheet.text(part, at + 12, y, style).characters)
    at += width + style.size * 0.9
  }
  sheet.secrets.push({ type, keptCount, characters: withoutSeparators(characters) })
}

function drawTable(
  sheet: Sheet,
  random: Random,
  fields: Field[],
  top: number,
  text: TextStyle,
  value: TextStyle,
) {
  const columns = 3
  const width = (page.width - 2 * margin) / columns
  const size = Math.min(text.size, 24)
  for (let i = 0; i < fields.length; i++) {
    const field = fields[i] as Field
    const x = margin + (i % columns) * width
    const y = top + Math.floor(i / columns) * 190
    sheet.rect(x, y - 44, width, 150, 'fill="none" stroke="#333" stroke-width="2"')
    sheet.text(field.label, x + 14, y, { ...text, size, font: 'condensed' })
    drawValue(sheet, field, x + 14, y + random.between(56, 80), {
      ...value,
      size: Math.min(value.size, 28),
      font: 'condensed',
    })
  }
}

function drawLetter(sheet: Sheet, random: Random, top: number, text: TextStyle) {
  const style: TextStyle = { ...text, size: 28, font: 'serif' }
  let y = top
  const sentence = (
    before: string,
    secret: string | undefined,
    type: string,
    kept: number,
    after: string,
  ) => {
    const { end } = sheet.text(`${before} `, margin, y, style)
    const value = secret ? sheet.secret(type, secret, end, y, style, kept).end : end
    sheet.text(` ${after}`, value, y, style)
    y += 62
  }
  sentence(
    'Dear Sir or Madam, this is',
    undefined,
    '',
    0,
    `${personName(random)} of the county school district.`,
  )
  sentence(
    'My social security number is',
    socialSecurityNumber(random).join('-'),
    'ssn',
    4,
    'and I buy for the school.',
  )
  sentence('We paid with card number', cardData(random).groups.join(' '), 'card-number', 4, 'last week.')
  sentence('Our EIN is 52-1234567. Call 202-555-0143 about order 7781-220.', undefined, '', 0, 'Thank you.')
  sentence(
    'I was born on',
    `0${random.int(1, 9)}/${random.int(10, 28)}/19${random.int(50, 99)}`,
    'date-of-birth',
    0,
    'in Topeka.',
  )
  sentence('The routing number is', `0${random.digits(8)}`, 'routing-number', 0, 'for the refund.')
}

function drawMrz(sheet: Sheet, random: Random, y: number) {
  const style: TextStyle = { font: 'mono', size: 34 }
  const name = personName(random).split(' ')
  const first = `P<USA${name[1]}<<${name[0]}`.padEnd(44, '<')
  const second = `${random.digits(9)}4USA${random.digits(6)}1M${random.digits(6)}7`
    .padEnd(42, '<')
    .concat('04')
  sheet.secret('mrz', first, margin, y, style)
  sheet.secret('mrz', second, margin, y + 56, style)
}
