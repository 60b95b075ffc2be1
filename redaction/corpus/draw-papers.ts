import { drawLicense, drawPassport, drawSocialSecurityCard, licenseLayoutCount } from './draw-identity.ts'
import { type NumberedKind, numberedKinds } from './draw-numbered-papers.ts'
import { birthDate, personName, socialSecurityNumber, writeDate } from './made-up-values.ts'
import { prose } from './prose.ts'
import type { Random } from './random.ts'
import { type FontName, type LabelledSecret, Sheet, type TextStyle } from './sheet.ts'

/** Papers of an office: some hold secrets by their nature, others none at all. */
export const paperKinds = [
  'passport',
  'license',
  'ssn-card',
  'check',
  'w9',
  'w2',
  '1099',
  'bank-letter',
  'statement',
  'letter',
  'invoice',
  'phone-list',
  'license-back',
  'mirrored-letter',
  'two-way-copy',
  ...numberedKinds,
] as const
export type PaperKind = (typeof paperKinds)[number]

/** Photographed on a table; the others are scanned. */
export const isPhotographed = (kind: PaperKind) =>
  ['passport', 'license', 'license-back', 'ssn-card', 'check', 'health-card'].includes(kind)

/** Drawn on one sheet by `drawPaper`. */
export type SinglePaper = Exclude<PaperKind, 'license-back' | 'two-way-copy' | NumberedKind>

export function drawPaper(random: Random, kind: SinglePaper, seed: number): Sheet {
  // Halves of the corpus are odd and even seeds: both see all layouts.
  if (kind === 'license') return drawLicense(random, Math.floor(seed / 2) % licenseLayoutCount)
  if (kind === 'passport') return drawPassport(random)
  if (kind === 'ssn-card') return drawSocialSecurityCard(random)
  if (kind === 'check') return drawCheck(random)
  const sheet = new Sheet(1700, 2200)
  sheet.rect(0, 0, 1700, 2200, 'fill="#fff"')
  drawings[kind](sheet, random)
  return sheet
}

/** The two halves of a sheet that was copied twice: the second is turned when it goes into the copier. */
export function drawHalves(random: Random): [Sheet, Sheet] {
  const half = () => {
    const sheet = new Sheet(1700, 1100)
    sheet.rect(0, 0, 1700, 1100, 'fill="#fff"')
    return sheet
  }
  const [first, second] = [half(), half()]
  drawBankLetter(first, random)
  drawLetter(second, random)
  return [first, second]
}

const money = (random: Random, most = 9999) =>
  `${random.int(1, most).toLocaleString('en-US')}.${random.digits(2)}`
const employerNumber = (random: Random) => `${random.int(20, 27)}-${random.digits(7)}`
const line = (sheet: Sheet, x: number, y: number, width: number) => sheet.rect(x, y, width, 2, 'fill="#555"')

/** Typed, or in one of the fonts that look written by hand. */
const filledIn = (random: Random): TextStyle => ({
  font: random.chance(0.35)
    ? random.pick<FontName>(['pen', 'marker'])
    : random.pick<FontName>(['courier', 'inter', 'gothic']),
  size: random.between(30, 36),
  fill: random.pick(['#111', '#1a2f8a']),
})

function routingNumber(random: Random): string {
  const start = random.pick(['02', '03', '06', '09', '11', '12', '26', '31']) + random.digits(6)
  const weights = [3, 7, 1, 3, 7, 1, 3, 7]
  const sum = weights.reduce((total, weight, i) => total + weight * Number(start[i]), 0)
  return start + ((10 - (sum % 10)) % 10)
}

const accountNumber = (random: Random) => `${random.int(1, 9)}${random.digits(random.int(7, 11))}`

function drawCheck(random: Random): Sheet {
  const sheet = new Sheet(1400, 620)
  sheet.rect(0, 0, 1400, 620, `fill="${random.pick(['#eaf3ee', '#eef1f8', '#fbf6ea'])}"`)
  const print: TextStyle = { font: random.pick<FontName>(['inter', 'serif', 'gothic']), size: 26 }
  const pen = filledIn(random)
  sheet.keep(personName(random), 60, 70, { ...print, size: 30 })
  sheet.keep('100 MAIN STREET', 60, 106, print)
  sheet.keep('TOPEKA, KS 66603', 60, 140, print)
  const number = String(random.int(1001, 4999))
  sheet.keep(number, 1240, 70, { ...print, size: 32 })
  sheet.keep('DATE', 960, 160, print)
  line(sheet, 1040, 164, 280)
  const isVoided = random.chance(0.4)
  sheet.keep('PAY TO THE', 60, 240, { ...print, size: 20 })
  sheet.keep('ORDER OF', 60, 266, { ...print, size: 20 })
  line(sheet, 190, 270, 850)
  sheet.keep('$', 1070, 264, { ...print, size: 34 })
  sheet.rect(1100, 222, 230, 52, 'fill="none" stroke="#555" stroke-width="2"')
  line(sheet, 60, 350, 1080)
  sheet.keep('DOLLARS', 1170, 346, print)
  sheet.keep(random.pick(['First National Bank', 'Prairie State Bank', 'Community Credit Union']), 60, 420, {
    ...print,
    size: 30,
  })
  sheet.keep('MEMO', 60, 500, print)
  line(sheet, 150, 504, 400)
  line(sheet, 800, 504, 520)
  if (isVoided) sheet.keep('VOID', 460, 400, { font: 'marker', size: 190, fill: '#333', opacity: 0.75 })
  else {
    sheet.keep('03/14/2026', 1060, 156, pen)
    sheet.keep(personName(random), 220, 262, pen)
    sheet.keep(money(random), 1112, 262, pen)
    sheet.keep('One hundred twenty and 00/100', 90, 342, pen)
  }
  const micr: TextStyle = {
    font: random.pick<FontName>(['technical', 'mono', 'courier-bold']),
    size: 38,
    tracking: 0.06,
  }
  let x = 110
  const symbol = (dots: number) => {
    sheet.rect(x, 560, 5, 26, 'fill="#111"')
    for (let i = 0; i < dots; i++) sheet.rect(x + 12, 562 + i * 14, 8, 8, 'fill="#111"')
    x += 34
  }
  symbol(2)
  x = sheet.secret('routing-number', routingNumber(random), x, 588, micr).end + 6
  symbol(2)
  x = sheet.secret('bank-account', accountNumber(random), x + 20, 588, micr).end + 6
  symbol(1)
  sheet.text(number, x + 20, 588, micr)
  return sheet
}

const drawings: Record<
  Exclude<SinglePaper, 'passport' | 'license' | 'ssn-card' | 'check'>,
  (sheet: Sheet, random: Random) => void
> = {
  w9: drawW9,
  w2: drawW2,
  '1099': draw1099,
  'bank-letter': drawBankLetter,
  statement: drawStatement,
  letter: drawLetter,
  invoice: drawInvoice,
  'phone-list': drawPhoneList,
  'mirrored-letter': drawLetter,
}

/** Digits in boxes, in groups with dashes between. */
function drawBoxes(sheet: Sheet, groups: readonly string[], x: number, y: number, style: TextStyle) {
  const characters: LabelledSecret['characters'] = []
  let at = x
  groups.forEach((group, i) => {
    if (i > 0) {
      sheet.text('–', at + 8, y, { font: 'inter', size: 30 })
      at += 34
    }
    for (const digit of group) {
      sheet.rect(at, y - 42, 40, 56, 'fill="none" stroke="#333" stroke-width="2"')
      characters.push(...sheet.text(digit, at + 10, y, style).characters)
      at += 40
    }
  })
  return characters
}

function drawW9(sheet: Sheet, random: Random) {
  const print: TextStyle = { font: random.pick<FontName>(['inter', 'gothic', 'condensed']), size: 23 }
  const value = filledIn(random)
  sheet.keep('Form', 80, 130, print)
  sheet.keep('W-9', 140, 140, { font: 'inter-bold', size: 60 })
  sheet.keep('Request for Taxpayer', 560, 120, { font: 'inter-bold', size: 40 })
  sheet.keep('Identification Number and Certification', 440, 168, { font: 'inter-bold', size: 36 })
  sheet.keep('Give form to the requester. Do not send to the IRS.', 1060, 230, { ...print, size: 20 })
  let y = 290
  const fields = [
    ['1 Name of entity/individual. An entry is required.', personName(random)],
    ['2 Business name/disregarded entity name, if different from above.', ''],
    ['5 Address (number, street, and apt. or suite no.).', `${random.int(100, 9999)} Main Street`],
    ['6 City, state, and ZIP code', `Topeka, KS ${random.int(60001, 69999)}`],
    ['7 List account number(s) here (optional)', ''],
  ] as const
  for (const [label, shown] of fields) {
    sheet.keep(label, 100, y, print)
    if (shown) sheet.keep(shown, 120, y + 44, value)
    line(sheet, 80, y + 62, 1540)
    y += 104
  }
  sheet.keep('Part I', 80, y + 20, { font: 'inter-bold', size: 28 })
  sheet.keep('Taxpayer Identification Number (TIN)', 220, y + 20, { font: 'inter-bold', size: 28 })
  sheet.keep('Enter your TIN in the appropriate box. The TIN provided must match', 80, y + 70, print)
  sheet.keep('the name given on line 1 to avoid backup withholding.', 80, y + 104, print)
  sheet.keep('Social security number', 1120, y + 60, print)
  const isPerson = random.chance(0.7)
  const [own, other] = isPerson ? [y + 130, y + 260] : [y + 260, y + 130]
  const boxes = { ssn: [3, 2, 4], ein: [2, 7] }
  const empty = (groups: readonly number[], top: number) =>
    drawBoxes(
      sheet,
      groups.map((count) => ' '.repeat(count)),
      1120,
      top,
      value,
    )
  if (isPerson) {
    sheet.secrets.push({
      type: 'ssn',
      keptCount: 4,
      characters: drawBoxes(sheet, socialSecurityNumber(random), 1120, own, value),
    })
    empty(boxes.ein, other)
  } else {
    const [a = '', b = ''] = employerNumber(random).split('-')
    sheet.kept.push({ type: 'ein', keptCount: 0, characters: drawBoxes(sheet, [a, b], 1120, own, value) })
    empty(boxes.ssn, other)
  }
  sheet.keep('or', 1120, y + 190, print)
  sheet.keep('Employer identification number', 1120, y + 212, { ...print, size: 21 })
  sheet.keep('Part II', 80, y + 340, { font: 'inter-bold', size: 28 })
  sheet.keep('Certification', 220, y + 340, { font: 'inter-bold', size: 28 })
  sheet.keep('Under penalties of perjury, I certify that:', 80, y + 390, print)
  prose.forEach((text, i) => void sheet.keep(text, 80, y + 430 + i * 36, print))
  sheet.keep('Cat. No. 10231X', 760, 2120, print)
  sheet.keep('Form W-9 (Rev. 3-2024)', 1340, 2120, print)
}

function drawCells(
  sheet: Sheet,
  random: Random,
  cells: readonly (readonly [label: string, value: string, type?: string])[],
  top: number,
) {
  const print: TextStyle = { font: 'condensed', size: 21 }
  const value = filledIn(random)
  cells.forEach(([label, shown, type], i) => {
    const [x, y] = [80 + (i % 2) * 770, top + Math.floor(i / 2) * 112]
    sheet.rect(x, y, 770, 112, 'fill="none" stroke="#333" stroke-width="2"')
    sheet.keep(label, x + 12, y + 30, print)
    if (!shown) return
    if (type) sheet.secret(type, shown, x + 40, y + 88, value, 4)
    else sheet.keep(shown, x + 40, y + 88, value)
  })
}

function drawW2(sheet: Sheet, random: Random) {
  const wages = money(random, 90_000)
  const isMasked = random.chance(0.2)
  const number = socialSecurityNumber(random).join('-')
  drawCells(
    sheet,
    random,
    [
      isMasked
        ? ["a Employee's social security number", `XXX-XX-${number.slice(-4)}`]
        : ["a Employee's social security number", number, 'ssn'],
      ['OMB No. 1545-0008', ''],
      ['b Employer identification number (EIN)', employerNumber(random)],
      ['1 Wages, tips, other compensation', wages],
      ["c Employer's name, address, and ZIP code", 'County School District'],
      ['2 Federal income tax withheld', money(random)],
      ['d Control number', random.digits(5)],
      ['3 Social security wages', wages],
      ["e Employee's first name and initial", personName(random)],
      ['4 Social security tax withheld', money(random)],
      ["f Employee's address and ZIP code", `Topeka KS ${random.int(60001, 69999)}`],
      ['5 Medicare wages and tips', wages],
      ["15 State Employer's state ID number", `KS ${random.digits(3)}-${random.digits(6)}`],
      ['6 Medicare tax withheld', money(random, 999)],
      ['16 State wages, tips, etc.', wages],
      ['17 State income tax', money(random, 999)],
    ],
    160,
  )
  sheet.keep('Form W-2 Wage and Tax Statement 2025', 80, 1120, { font: 'inter-bold', size: 40 })
  sheet.keep('Department of the Treasury - Internal Revenue Service', 80, 1170, { font: 'inter', size: 24 })
}

function draw1099(sheet: Sheet, random: Random) {
  const isMasked = random.chance(0.3)
  const number = socialSecurityNumber(random)
  drawCells(
    sheet,
    random,
    [
      ["PAYER'S name, street address, city", 'Prairie State Supply'],
      ['OMB No. 1545-0116', ''],
      ["PAYER'S TIN", employerNumber(random)],
      isMasked
        ? ["RECIPIENT'S TIN", `***-**-${number[2]}`]
        : ["RECIPIENT'S TIN", random.chance(0.7) ? number.join('-') : number.join(''), 'ssn'],
      ["RECIPIENT'S name", personName(random)],
      ['1 Nonemployee compensation', money(random, 60_000)],
      ['Street address (including apt. no.)', `${random.int(100, 9999)} Elm Street`],
      ['4 Federal income tax withheld', money(random)],
      ['City or town, state, ZIP', `Topeka, KS ${random.int(60001, 69999)}`],
      ['5 State tax withheld', money(random, 999)],
      ['Account number (see instructions)', ''],
      ['7 State income', money(random, 60_000)],
    ],
    200,
  )
  sheet.keep('Form 1099-NEC Nonemployee Compensation', 80, 960, { font: 'inter-bold', size: 40 })
  sheet.keep('(Rev. January 2024)', 80, 1010, { font: 'inter', size: 24 })
}

function letterHead(sheet: Sheet, random: Random, name: string): TextStyle {
  sheet.keep(name, 160, 180, { font: 'inter-bold', size: 44 })
  sheet.keep('200 Kansas Avenue, Topeka KS 66603', 160, 230, { font: 'inter', size: 25 })
  sheet.keep('Telephone (785) 555-0143', 160, 266, { font: 'inter', size: 25 })
  sheet.keep('March 14, 2026', 160, 350, { font: 'inter', size: 27 })
  return { font: random.pick<FontName>(['inter', 'serif', 'gothic']), size: 28 }
}

function drawBankLetter(sheet: Sheet, random: Random) {
  const style = letterHead(
    sheet,
    random,
    random.pick(['First National Bank', 'Prairie State Bank', 'Community Credit Union']),
  )
  sheet.keep('To whom it may concern:', 160, 440, style)
  sheet.keep(
    `This letter confirms that ${personName(random)} holds the account below in good standing.`,
    160,
    510,
    style,
  )
  const rows = [
    [
      random.pick(['Account number:', 'Acct:', 'Account No.', 'Checking account number:']),
      accountNumber(random),
      'bank-account',
    ],
    [
      random.pick(['Routing number:', 'ABA routing number:', 'Routing (ABA):']),
      routingNumber(random),
      'routing-number',
    ],
  ] as const
  rows.forEach(([label, shown, type], i) => {
    const { end } = sheet.keep(label, 200, 600 + i * 60, style)
    sheet.secret(type, shown, end + 20, 600 + i * 60, style)
  })
  sheet.keep('Date opened: 03/02/2015', 200, 720, style)
  sheet.keep(`Current balance: $ ${money(random)}`, 200, 780, style)
  sheet.keep('Please contact us with any questions.', 160, 880, style)
}

function drawStatement(sheet: Sheet, random: Random) {
  const style = letterHead(sheet, random, 'Prairie State Bank')
  const { end } = sheet.keep(random.pick(['Account number:', 'Account No.', 'Acct #']), 980, 180, style)
  sheet.secret('bank-account', accountNumber(random), end + 16, 180, style)
  sheet.keep('Statement period 02/01/2026 through 02/28/2026', 160, 440, style)
  table(sheet, random, 520, ['Date', 'Description', 'Check', 'Amount', 'Balance'], () => [
    `02/${String(random.int(1, 28)).padStart(2, '0')}`,
    random.pick(['Deposit', 'Debit card purchase', 'Check', 'Electronic payment', 'Interest']),
    String(random.int(1001, 4999)),
    money(random),
    money(random, 20_000),
  ])
}

function drawInvoice(sheet: Sheet, random: Random) {
  const style = letterHead(sheet, random, 'Maple Street Supply')
  sheet.keep(`Invoice number ${random.digits(8)}`, 980, 180, style)
  sheet.keep(`Customer number ${random.digits(6)}`, 980, 224, style)
  sheet.keep(`Federal EIN ${employerNumber(random)}`, 980, 268, style)
  sheet.keep(
    `Purchase order ${random.digits(4)}-${random.digits(3)}   Terms net 30   Due 04/14/2026`,
    160,
    440,
    style,
  )
  table(sheet, random, 520, ['Item', 'Description', 'Qty', 'Price', 'Total'], () => [
    random.digits(random.pick([4, 6, 8, 12])),
    random.pick(['Copy paper', 'Lumber 2x4x96', 'Cleaning supplies', 'Desk lamp', 'Fuel filter']),
    String(random.int(1, 400)),
    money(random, 400),
    money(random),
  ])
  sheet.keep(`Subtotal ${money(random)}   Tax 0.00   Total ${money(random)}`, 900, 1900, style)
}

function table(sheet: Sheet, random: Random, top: number, heads: readonly string[], row: () => string[]) {
  const xs = [160, 400, 860, 1080, 1360]
  const style: TextStyle = { font: random.pick<FontName>(['inter', 'condensed', 'courier']), size: 26 }
  heads.forEach((head, i) => void sheet.keep(head, xs[i] as number, top, { font: 'inter-bold', size: 26 }))
  for (let i = 1; i <= 24; i++)
    row().forEach((cell, at) => void sheet.keep(cell, xs[at] as number, top + i * 52, style))
}

function drawPhoneList(sheet: Sheet, random: Random) {
  letterHead(sheet, random, 'Staff directory')
  table(sheet, random, 440, ['Room', 'Name', 'Ext.', 'Office', 'Mobile'], () => [
    random.digits(3),
    personName(random),
    random.digits(4),
    `785-555-${random.digits(4)}`,
    `785-555-${random.digits(4)}`,
  ])
}

function drawLetter(sheet: Sheet, random: Random) {
  const style = letterHead(sheet, random, 'County School District')
  sheet.keep('Dear Sir or Madam:', 160, 440, style)
  let y = 510
  const sentence = (before: string, secret: string, type: string, after: string, keptCount = 0) => {
    const start = sheet.keep(before, 160, y, style).end
    const { end } = sheet.secret(type, secret, start + 10, y, style, keptCount)
    sheet.keep(after, end + 10, y, style)
    y += 56
  }
  sheet.keep(
    `We buy under exemption certificate 85-80${random.digits(8)}-${random.digits(1)} and EIN ${employerNumber(random)}.`,
    160,
    y,
    style,
  )
  y += 56
  if (random.chance(0.5)) {
    sentence(
      `${personName(random)} was born on`,
      writeDate(random, birthDate(random)),
      'date-of-birth',
      'in Houston, Texas.',
    )
    sentence(
      'The social security number on file is',
      socialSecurityNumber(random).join('-'),
      'ssn',
      'as of today.',
      4,
    )
    sentence("The driver's license number is", `D${random.digits(7)}`, 'driver-license-number', 'for pickup.')
  }
  sheet.keep(
    `Order 7781-220 of 03/14/2026 came to $ ${money(random)} for ${random.int(2, 40)} desks.`,
    160,
    y,
    style,
  )
  y += 56
  for (const text of prose) {
    sheet.keep(text, 160, y, { ...style, size: 25 })
    y += 48
  }
}
