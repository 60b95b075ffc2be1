import { birthDate, personName, socialSecurityNumber } from './made-up-values.ts'
import type { Random } from './random.ts'
import { type FontName, Sheet, type TextStyle } from './sheet.ts'

/**
 * Papers full of numbers, private and open ones side by side, in general variations: labels in two lines, glued to values or
 * in two languages, hints between label and value, dates in words. Each half of the corpus has fonts of its own.
 */
export const numberedKinds = [
  'intake-form',
  'health-card',
  'payment-letter',
  'immigration-letter',
  'irs-letter',
  'amount-table',
  'permit',
  'order',
] as const
export type NumberedKind = (typeof numberedKinds)[number]

const fontsOf = {
  tuned: { print: ['inter', 'serif', 'courier'], pen: 'pen' },
  unseen: { print: ['gothic', 'condensed', 'mono', 'technical'], pen: 'marker' },
} as const satisfies Record<string, { print: readonly FontName[]; pen: FontName }>

export function drawNumberedPaper(random: Random, kind: NumberedKind, half: keyof typeof fontsOf): Sheet {
  const fonts = fontsOf[half]
  const sheet = kind === 'health-card' ? new Sheet(1400, 880) : new Sheet(1700, 2200)
  sheet.rect(0, 0, sheet.width, sheet.height, `fill="${kind === 'health-card' ? '#eef4fa' : '#fff'}"`)
  drawings[kind]({
    sheet,
    random,
    print: { font: random.pick<FontName>(fonts.print), size: random.between(25, 31) },
    pen: {
      font: random.chance(0.3) ? fonts.pen : random.pick<FontName>(fonts.print),
      size: random.between(31, 37),
      fill: random.pick(['#111', '#1a2f8a']),
    },
  })
  return sheet
}

interface Place {
  sheet: Sheet
  random: Random
  print: TextStyle
  pen: TextStyle
}

const drawings: Record<NumberedKind, (place: Place) => void> = {
  'intake-form': drawIntakeForm,
  'health-card': drawHealthCard,
  'payment-letter': drawPaymentLetter,
  'immigration-letter': drawImmigrationLetter,
  'irs-letter': drawIrsLetter,
  'amount-table': drawAmountTable,
  permit: drawPermit,
  order: drawOrder,
}

/** Lines one below the other. */
function paragraph(
  { sheet }: Place,
  lines: readonly Written[],
  x: number,
  top: number,
  style: TextStyle,
): number {
  lines.forEach((line, i) => {
    const y = top + i * style.size * 1.75
    if (typeof line === 'string') {
      sheet.keep(line, x, y, style)
      return
    }
    const [before, shown, type, after = '', keptCount = 0] = line
    const start = before ? sheet.keep(before, x, y, style).end + style.size * 0.3 : x
    const { end } = sheet.secret(type, shown, start, y, style, keptCount)
    if (after) sheet.keep(after, end + style.size * 0.3, y, style)
  })
  return top + lines.length * style.size * 1.75
}

type Written =
  | string
  | readonly [before: string, secret: string, type: string, after?: string | undefined, keptCount?: number]

const two = (value: number) => String(value).padStart(2, '0')
const monthsIn = {
  en: 'January February March April May June July August September October November December',
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember',
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  roman: 'I II III IV V VI VII VIII IX X XI XII',
}

/** A date of birth as people of several countries write it, with its label. */
function labeledBirth(random: Random): readonly [label: string, date: string] {
  const { month, day, year } = birthDate(random)
  const named = (names: string) => names.split(' ')[month - 1] as string
  return random.pick([
    [
      'Date of birth / Date de naissance',
      `${two(day)} ${named(monthsIn.en).slice(0, 3).toUpperCase()} ${year}`,
    ],
    ['Fecha de nacimiento:', `${day} de ${named(monthsIn.es)} de ${year}`],
    ['Geburtsdatum:', `${day}. ${named(monthsIn.de)} ${year}`],
    ['Né le', `${day} ${named(monthsIn.fr)} ${year}`],
    ['Birth:', `${day}.${named(monthsIn.roman)}.${year}`],
    ['Born', `${two(month)}/${two(day)}/${year}`],
    ['D.O.B.', `${named(monthsIn.en)} ${day}, ${year}`],
    ['Birthdate', `${month}-${day}-${String(year).slice(2)}`],
  ])
}

function drawIntakeForm(place: Place) {
  const { sheet, random, print, pen } = place
  sheet.keep('New customer and employee record', 140, 180, { ...print, size: 42 })
  sheet.keep('Please print. Office copy.', 140, 240, print)
  const [birthLabel, birth] = labeledBirth(random)
  const number = socialSecurityNumber(random)
  const rows: (readonly [label: string, value: string, type?: string | undefined, keptCount?: number])[] = [
    ['Full name', personName(random)],
    [birthLabel, birth, 'date-of-birth'],
    [
      random.pick(['Social Security', 'S S N :', 'Soc. Sec. No.', 'SSN']),
      random.pick([number.join('-'), number.join(' '), number.join('')]),
      'ssn',
      4,
    ],
    [
      random.pick(['Passport number (optional)', 'Travel document no.', 'Passport No. / No du passeport']),
      `${random.pick(['', 'C', 'AB'])}${random.int(1, 9)}${random.digits(7)}`,
      'passport-number',
    ],
    [
      random.pick(["Driver's license", 'DL no.', 'Driver license number / State', 'State ID:']),
      `${random.pick(['D', 'TL', 'S'])}${random.digits(7)}`,
      'driver-license-number',
    ],
    ['Telephone', `(785) 555-${random.digits(4)}`],
    ['Employer EIN', `${random.int(20, 27)}-${random.digits(7)}`],
    ['Hired', '03/14/2026'],
    ['Employee no.', random.digits(6)],
  ]
  const isBelow = random.chance(0.5)
  let y = 340
  for (const [label, value, type, keptCount] of rows) {
    const words = label.split(' ')
    const isInTwoLines = !isBelow && words.length > 1 && random.chance(0.4)
    const half = Math.ceil(words.length / 2)
    const { end } = sheet.keep(isInTwoLines ? words.slice(0, half).join(' ') : label, 140, y, print)
    if (isInTwoLines) sheet.keep(words.slice(half).join(' '), 140, y + print.size * 1.2, print)
    const [x, base] = isBelow ? [150, y + 56] : [Math.max(end + 30, 560), y]
    if (type) sheet.secret(type, value, x, base, pen, keptCount)
    else sheet.keep(value, x, base, pen)
    sheet.rect(140, base + 14, 1200, 2, 'fill="#777"')
    y += isBelow ? 150 : 110
  }
}

function drawHealthCard(place: Place) {
  const { sheet, random, print } = place
  sheet.keep(
    random.pick(['Prairie Health Plan', 'Community Blue PPO', 'Group Health Cooperative']),
    70,
    110,
    {
      ...print,
      size: 54,
    },
  )
  const isBelow = random.chance(0.4)
  const style = { ...print, size: 34 }
  sheet.keep('Member', 70, 230, style)
  sheet.keep(personName(random), 260, 230, style)
  const label = random.pick(['Member ID', 'ID Number', 'Subscriber #', 'Identification No.'])
  const { end } = sheet.keep(label, 70, 320, style)
  const value = random.pick([
    `XEH${random.int(1, 9)}${random.digits(8)}`,
    `W${random.int(1, 9)}${random.digits(3)} ${random.digits(5)}`,
    `${random.int(1, 9)}${random.digits(8)}`,
  ])
  if (isBelow) sheet.secret('private-number', value, 70, 376, style)
  else sheet.secret('private-number', value, end + 24, 320, style)
  sheet.text(`Group No. ${random.digits(6)}   RxBIN ${random.digits(6)}`, 70, 470, style)
  sheet.keep('Copay: office $20  specialist $40  ER $150', 70, 560, style)
  sheet.keep('Deductible $1,500.00', 70, 640, style)
  sheet.keep('Customer service 1-800-555-0142', 70, 790, style)
}

/** Digits that make the number pass the check of IBANs. */
function iban(country: string, account: string): string {
  const plain = `${account}${country}00`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  const check = 98n - (BigInt(plain) % 97n)
  return `${country}${two(Number(check))}${account}`.replace(/.{4}(?=.)/g, '$& ')
}

function drawPaymentLetter(place: Place) {
  const { sheet, random, print } = place
  sheet.keep('Maple Street Supply', 140, 180, { ...print, size: 44 })
  const payment: Written[] = random.pick<Written[]>([
    [
      ['Please pay to IBAN', iban('DE', random.digits(18)), 'bank-account'],
      'BIC MPLEDEFFXXX, Maple Bank, Frankfurt',
    ],
    [['', iban('GB', `MAPL${random.digits(14)}`), 'bank-account', 'is where we keep our deposits.']],
    [
      [
        'Transfers go to account number',
        `${random.int(1, 9)}${random.digits(9)}`,
        'bank-account',
        'at Maple Bank.',
      ],
    ],
    [['Checking:', `${random.int(1, 9)}${random.digits(10)}`, 'bank-account']],
  ])
  paragraph(
    place,
    [
      'Dear customer,',
      `thank you for your order ${random.digits(8)} of March 3, 2026. Our EIN is ${random.int(20, 27)}-${random.digits(7)}.`,
      ...payment,
      `The amount due is $ ${random.int(1, 9)},${random.digits(3)}.${random.digits(2)} by April 14, 2026.`,
      'Please name the number of the invoice, and call (785) 555-0143 with any questions.',
    ],
    140,
    360,
    print,
  )
}

function drawImmigrationLetter(place: Place) {
  const { sheet, random, print } = place
  sheet.keep('Office of International Students', 140, 180, { ...print, size: 44 })
  const [area, group, serial] = socialSecurityNumber(random) as [string, string, string]
  const alien = `${random.pick(['2', '0'])}${random.digits(8)}`
  const inGroups = alien.replace(/(\d{3})(\d{3})(\d{3})/, '$1-$2-$3')
  const lines: Written[] = [
    `Re: ${personName(random)}`,
    [
      random.pick(['USCIS number', 'Alien Registration Number', 'A-Number:']),
      random.pick([alien, inGroups]),
      'private-number',
    ],
    ['has the Social Security number', `${area}-${group}-`, 'ssn'],
  ]
  const y = paragraph(place, lines, 140, 360, print)
  // Wrapped over the end of the line: the last four digits may stay.
  sheet.text(`${serial}, and was`, 140, y, print)
  paragraph(
    place,
    [
      'employed by the County School District since August 2024.',
      'Form I-9 (Rev. 08/01/23), OMB No. 1615-0047.',
    ],
    140,
    y + print.size * 1.75,
    print,
  )
}

function drawIrsLetter(place: Place) {
  const { sheet, random, print } = place
  paragraph(place, ['Internal Revenue Service', 'P.O. Box 2508', 'Cincinnati, OH 45201'], 140, 180, print)
  const right: (readonly [string, string])[] = [
    ['Date:', 'MAR 14 2011'],
    ['Employer Identification Number:', `${random.int(20, 27)}-${random.digits(7)}`],
    ['DLN:', `170530${random.digits(8)}`],
    ['Contact Person:', `${personName(random)} ID# ${random.digits(5)}`],
    ['Contact Telephone Number:', `(877) 829-${random.digits(4)}`],
    ['Accounting Period Ending:', 'December 31'],
    ['Effective Date of Exemption:', 'June 3, 1994'],
    ['Contribution Deductibility:', 'Yes'],
  ]
  right.forEach(([label, value], i) => {
    sheet.keep(label, 860, 360 + i * 92, print)
    sheet.keep(value, 900, 402 + i * 92, print)
  })
  paragraph(
    place,
    [
      'Dear Applicant:',
      'We are pleased to inform you that upon review of your application for tax exempt',
      'status we have determined that you are exempt from Federal income tax under',
      'section 501(c)(3) of the Internal Revenue Code. Contributions to you are deductible',
      'under section 170. See Publication 4221-PC, Compliance Guide for 501(c)(3).',
      'Letter 947 (DO/CG)',
    ],
    140,
    1180,
    print,
  )
}

function drawAmountTable(place: Place) {
  const { sheet, random, print } = place
  sheet.keep('Sales by quarter', 140, 180, { ...print, size: 44 })
  const style = { ...print, size: 27 }
  const gap = random.pick([1, 0.55])
  const at = (i: number) => (i === 0 ? 140 : 620 + (i - 1) * 240 * gap)
  ;['Department', 'Q1', 'Q2', 'Q3', 'Q4'].forEach((head, i) => void sheet.keep(head, at(i), 300, style))
  const hasCents = random.chance(0.4)
  for (let row = 0; row < 18; row++) {
    sheet.keep(random.pick(['Lumber', 'Paint', 'Garden', 'Tools', 'Office']), 140, 360 + row * 50, style)
    for (let i = 1; i <= 4; i++)
      sheet.keep(
        `${random.int(3, 6)}${random.digits(3)}${hasCents ? `.${random.digits(2)}` : ''}`,
        at(i),
        360 + row * 50,
        style,
      )
  }
  sheet.keep('Amounts in US dollars. Prepared 04/02/2026.', 140, 1360, style)
}

function drawPermit(place: Place) {
  const { sheet, random, print } = place
  sheet.keep('Department of Revenue', 140, 180, { ...print, size: 44 })
  sheet.keep(random.pick(['Consumer Certificate of Exemption', 'Sales Tax Permit']), 140, 250, {
    ...print,
    size: 36,
  })
  const numbers: (readonly [string, string])[] = [
    ['Certificate number', `85-80${random.digits(8)}C-${random.digits(1)}`],
    ['Effective date', '07/31/2009'],
    ['Expiration date', '07/31/2029'],
    ['DLN', `29${random.digits(12)}`],
    ['Sales tax permit number', `${random.int(1, 9)}${random.digits(10)}`],
    ['Acct #', `${random.int(1, 9)}${random.digits(8)}`],
    ['FEIN', `${random.int(20, 27)}-${random.digits(7)}`],
  ]
  const isTable = random.chance(0.5)
  numbers.forEach(([label, value], i) => {
    const [x, y] = isTable ? [140 + (i % 2) * 700, 380 + Math.floor(i / 2) * 150] : [140, 380 + i * 70]
    const { end } = sheet.keep(label, x, y, print)
    sheet.keep(value, isTable ? x + 10 : end + 40, isTable ? y + 52 : y, print)
  })
  paragraph(
    place,
    [
      'This certifies that the holder is exempt from the payment of sales and use tax under',
      random.pick([
        '§ 42-5022 and 42-5061, A.R.S.',
        'section 212.08(7)(o), Florida Statutes',
        'G.S. 105-164.13 and K.S.A. 79-3606',
      ]),
      'Driver license or state ID number of the signer is not required.',
      `Form DR-14 (R. 10/15)   Rev. 06/94   ${random.digits(5)}-${random.digits(4)}`,
    ],
    140,
    1150,
    print,
  )
}

function drawOrder(place: Place) {
  const { sheet, random, print } = place
  sheet.keep('Purchase order', 140, 180, { ...print, size: 44 })
  const sixteen = () => `4${random.digits(15)}`
  const inFours = (number: string) => number.replace(/.{4}(?=.)/g, '$& ')
  const rows: (readonly [string, string])[] = [
    ['Order number', random.chance(0.5) ? inFours(sixteen()) : sixteen()],
    ['Invoice no.', random.chance(0.5) ? inFours(sixteen()) : `INV-${random.digits(8)}`],
    ['Tracking number', `1Z${random.digits(3)}AA1${random.digits(10)}`],
    ['Vendor', random.digits(10)],
    ['UPC', random.digits(12)],
    ['Customer account', random.digits(6)],
    ['Federal ID', `${random.int(20, 27)}-${random.digits(7)}`],
    ['Ship to', '4410 County Road 250, Topeka KS 66603-1234'],
  ]
  const isBelow = random.chance(0.4)
  rows.forEach(([label, value], i) => {
    const y = 320 + i * (isBelow ? 130 : 74)
    const { end } = sheet.keep(label, 140, y, print)
    sheet.keep(value, isBelow ? 150 : Math.max(560, end + 30), isBelow ? y + 50 : y, print)
  })
  sheet.keep(
    `Total $ ${random.int(1, 9)},${random.digits(3)}.${random.digits(2)}  Tax exempt`,
    140,
    1460,
    print,
  )
}
