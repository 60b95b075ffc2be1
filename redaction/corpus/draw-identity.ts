import { birthDate, personName, socialSecurityNumber } from './made-up-values.ts'
import type { Random } from './random.ts'
import { type FontName, Sheet, type TextStyle } from './sheet.ts'

/** Passports, licenses of ten layouts and Social Security cards, made up. */

const two = (value: number) => String(value).padStart(2, '0')
const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

interface LicenseLayout {
  state: string
  title: string
  number: string
  birth: string
  isAbove: boolean
  hasCopy: boolean
  makeNumber: (random: Random) => string
}

const layouts: readonly LicenseLayout[] = [
  {
    state: 'CALIFORNIA',
    title: 'DRIVER LICENSE',
    number: 'DL',
    birth: 'DOB',
    isAbove: false,
    hasCopy: true,
    makeNumber: (r) => `D${r.digits(7)}`,
  },
  {
    state: 'TEXAS',
    title: 'DRIVER LICENSE',
    number: '4d DL',
    birth: '3 DOB',
    isAbove: false,
    hasCopy: true,
    makeNumber: (r) => `1${r.digits(7)}`,
  },
  {
    state: 'NEW YORK STATE',
    title: 'DRIVER LICENSE',
    number: '4d ID',
    birth: '3 DOB',
    isAbove: false,
    hasCopy: false,
    makeNumber: (r) => `${r.digits(3)} ${r.digits(3)} ${r.digits(3)}`,
  },
  {
    state: 'FLORIDA',
    title: 'DRIVER LICENSE',
    number: '4d DLN',
    birth: '3 DOB',
    isAbove: false,
    hasCopy: true,
    makeNumber: (r) => `S${r.digits(3)}-${r.digits(3)}-${r.digits(2)}-${r.digits(3)}-0`,
  },
  {
    state: 'VIRGINIA',
    title: "DRIVER'S LICENSE",
    number: '4d Customer Identifier',
    birth: '3 DOB',
    isAbove: true,
    hasCopy: false,
    makeNumber: (r) => `T${r.digits(8)}`,
  },
  {
    state: 'OHIO',
    title: 'DRIVER LICENSE',
    number: '4d LICENSE NO.',
    birth: '3 BIRTHDATE',
    isAbove: true,
    hasCopy: false,
    makeNumber: (r) => `TL${r.digits(6)}`,
  },
  {
    state: 'GEORGIA',
    title: "DRIVER'S LICENSE",
    number: '4d DL NO.',
    birth: '3 DOB',
    isAbove: false,
    hasCopy: false,
    makeNumber: (r) => `0${r.digits(8)}`,
  },
  {
    state: 'ARIZONA',
    title: 'IDENTIFICATION CARD',
    number: '4d NUMBER',
    birth: '3 DOB',
    isAbove: true,
    hasCopy: true,
    makeNumber: (r) => `D${r.digits(8)}`,
  },
  {
    state: 'COLORADO',
    title: 'DRIVER LICENSE',
    number: '4dLIC#',
    birth: '3DOB',
    isAbove: false,
    hasCopy: true,
    makeNumber: (r) => `${r.digits(2)}-${r.digits(3)}-${r.digits(4)}`,
  },
  {
    state: 'MAINE',
    title: 'COMMERCIAL DRIVER LICENSE',
    number: '4d Number',
    birth: '3 Date of Birth',
    isAbove: true,
    hasCopy: false,
    makeNumber: (r) => `7${r.digits(6)}`,
  },
]

export const licenseLayoutCount = layouts.length

/** The front of a license of one of the layouts. */
export function drawLicense(random: Random, at: number): Sheet {
  const layout = layouts[at % layouts.length] as LicenseLayout
  const sheet = new Sheet(1012, 638)
  const [paper, ink] = random.pick([
    ['#eaf2f8', '#14233b'],
    ['#fdf6e3', '#2a1f10'],
    ['#e9f5ea', '#12301a'],
    ['#f4eef8', '#2b1638'],
  ] as const)
  sheet.rect(0, 0, 1012, 638, `rx="34" fill="${paper}"`)
  for (let i = 0; i < 12; i++)
    sheet.add(
      `<path d="M0 ${i * 55} q250 ${random.int(-40, 40)} 506 0 t506 0" fill="none" stroke="${ink}" opacity="0.07" stroke-width="3"/>`,
    )
  const font = random.pick<FontName>(['inter', 'condensed', 'gothic'])
  const text = (size: number): TextStyle => ({ font, size, fill: ink })
  const bold: TextStyle = { font: 'inter-bold', size: 32, fill: ink }
  sheet.keep(layout.state, 50, 74, { ...bold, size: 46, fill: random.pick(['#8a1c1c', '#1c3f8a', ink]) })
  sheet.keep(layout.title, 560, 70, { ...bold, size: layout.title.length > 16 ? 24 : 34 })
  sheet.rect(48, 150, 270, 350, 'fill="#b9c3cc"')
  sheet.add(
    '<circle cx="183" cy="290" r="70" fill="#8f7b6b"/><ellipse cx="183" cy="440" rx="110" ry="70" fill="#53606b"/>',
  )
  const date = birthDate(random)
  const born = random.pick([
    `${two(date.month)}/${two(date.day)}/${date.year}`,
    `${two(date.month)}/${two(date.day)}/${date.year}`,
    `${two(date.month)}-${two(date.day)}-${date.year}`,
  ])
  const value: TextStyle = {
    font: random.pick<FontName>(['inter-bold', 'condensed-bold', 'inter']),
    size: 34,
    fill: ink,
  }
  const x = 350
  const secret = (type: string, label: string, shown: string, left: number, top: number) => {
    if (layout.isAbove) {
      sheet.keep(label, left, top - 30, text(20))
      return sheet.secret(type, shown, left, top + 6, value)
    }
    const { end } = sheet.keep(label, left, top, text(24))
    return sheet.secret(
      type,
      shown,
      end + (label.startsWith('4dLIC') || label.startsWith('3DOB') ? 4 : 12),
      top,
      value,
    )
  }
  secret('driver-license-number', layout.number, layout.makeNumber(random), x, 160)
  sheet.keep(`4b EXP ${two(date.month)}/${two(date.day)}/20${random.int(27, 33)}`, x, 214, text(28))
  sheet.keep(
    `4a ISS ${two(random.int(1, 12))}/${two(random.int(1, 28))}/20${random.int(19, 25)}`,
    700,
    214,
    text(24),
  )
  const [first = '', last = ''] = personName(random).split(' ')
  sheet.keep(`1 ${last}`, x, 262, text(30))
  sheet.keep(`2 ${first}`, x, 304, text(30))
  sheet.keep(`8 ${random.int(100, 9999)} MAIN STREET`, x, 346, text(24))
  sheet.keep(`SPRINGFIELD ${random.int(10001, 99950)}`, x, 378, text(24))
  secret('date-of-birth', layout.birth, born, x, 446)
  sheet.keep('15 SEX M   16 HGT 5-10   18 EYES BRO', x, 500, text(24))
  sheet.keep('9 CLASS C   12 REST NONE   9a END NONE', x, 540, text(24))
  sheet.keep('DONOR', 850, 540, text(24))
  if (layout.hasCopy) {
    const copy = random.pick([
      born,
      `${two(date.month)}${two(date.day)}${date.year}`,
      `${two(date.month)}/${two(date.day)}/${String(date.year).slice(2)}`,
    ])
    sheet.secret('date-of-birth', copy, 770, 612, { ...value, size: 26, opacity: 0.8 })
  }
  return sheet
}

const filler = (text: string, length: number) => text.padEnd(length, '<').slice(0, length)

function checkDigit(text: string): string {
  const weights = [7, 3, 1]
  const weighed = (character: string) =>
    character === '<' ? 0 : /\d/.test(character) ? Number(character) : character.charCodeAt(0) - 55
  return String([...text].reduce((sum, one, i) => sum + weighed(one) * (weights[i % 3] as number), 0) % 10)
}

/** The data page of a passport. */
export function drawPassport(random: Random): Sheet {
  const sheet = new Sheet(1250, 880)
  sheet.rect(0, 0, 1250, 880, `fill="${random.pick(['#e8edf4', '#f3efe4', '#eef3ea'])}"`)
  const label: TextStyle = { font: 'condensed', size: 22, fill: '#3a4a66' }
  const value: TextStyle = {
    font: random.pick<FontName>(['inter', 'gothic', 'courier']),
    size: 31,
    fill: '#111',
  }
  sheet.keep('PASSPORT', 60, 80, { ...value, font: 'inter-bold', size: 42 })
  sheet.keep('UNITED STATES OF AMERICA', 420, 80, { ...value, font: 'inter-bold', size: 38 })
  sheet.rect(60, 150, 320, 420, 'fill="#c5ccd4"')
  sheet.add(
    '<circle cx="220" cy="310" r="86" fill="#8f7b6b"/><ellipse cx="220" cy="500" rx="135" ry="70" fill="#53606b"/>',
  )
  const [first = '', last = ''] = personName(random).split(' ')
  const number = random.chance(0.5) ? random.digits(9) : `A${random.digits(8)}`
  const date = birthDate(random)
  const written = `${two(date.day)} ${months[date.month - 1]} ${date.year}`
  const issued = { month: random.int(1, 12), day: random.int(1, 28), year: random.int(2018, 2025) }
  sheet.keep('Type / Type / Tipo', 420, 150, label)
  sheet.keep('P', 420, 186, value)
  sheet.keep('Passport No. / No. du Passeport / No. de Pasaporte', 760, 150, label)
  sheet.secret('passport-number', number, 860, 190, value)
  const field = (name: string, shown: string, x: number, y: number) => {
    sheet.keep(name, x, y, label)
    sheet.keep(shown, x, y + 36, value)
  }
  field('Surname / Nom / Apellidos', last, 420, 240)
  field('Given Names / Prénoms / Nombres', first, 420, 318)
  field('Nationality / Nationalité / Nacionalidad', 'UNITED STATES OF AMERICA', 420, 396)
  sheet.keep('Date of birth / Date de naissance / Fecha de nacimiento', 420, 474, label)
  sheet.secret('date-of-birth', written, 420, 510, value)
  field('Place of birth / Lieu de naissance', 'TEXAS, U.S.A.', 420, 552)
  field('Sex', random.pick(['F', 'M']), 1080, 552)
  field(
    'Date of issue / Date de délivrance',
    `${two(issued.day)} ${months[issued.month - 1]} ${issued.year}`,
    420,
    630,
  )
  field('Date of expiration', `${two(issued.day)} ${months[issued.month - 1]} ${issued.year + 10}`, 860, 630)
  const mrz: TextStyle = { font: 'mono', size: 36, fill: '#111' }
  const birth = `${String(date.year).slice(2)}${two(date.month)}${two(date.day)}`
  const expiry = `${String(issued.year + 10).slice(2)}${two(issued.month)}${two(issued.day)}`
  const body = `${filler(number, 9)}${checkDigit(filler(number, 9))}USA${birth}${checkDigit(birth)}${random.pick(['M', 'F'])}${expiry}${checkDigit(expiry)}`
  sheet.secret('mrz', filler(`P<USA${last}<<${first}`, 44), 60, 770, mrz)
  sheet.secret('mrz', `${filler(body, 42)}0${checkDigit(body)}`, 60, 830, mrz)
  return sheet
}

/** A Social Security card. */
export function drawSocialSecurityCard(random: Random): Sheet {
  const sheet = new Sheet(1000, 620)
  sheet.rect(0, 0, 1000, 620, 'fill="#e6eef5"')
  sheet.rect(24, 24, 952, 572, 'fill="none" stroke="#4a6a9a" stroke-width="10"')
  const style: TextStyle = { font: random.pick<FontName>(['serif', 'gothic']), size: 54, fill: '#27406b' }
  sheet.keep('SOCIAL SECURITY', 230, 130, style)
  const digits = random.pick([' - ', '-', ' '])
  const value: TextStyle = {
    font: random.pick<FontName>(['courier', 'inter', 'mono']),
    size: 46,
    fill: '#111',
  }
  sheet.secret('ssn', socialSecurityNumber(random).join(digits), 320, 270, value, 4)
  sheet.keep('THIS NUMBER HAS BEEN ESTABLISHED FOR', 260, 340, { ...style, size: 24 })
  sheet.keep(personName(random), 320, 410, { ...value, size: 38 })
  sheet.keep('SIGNATURE', 430, 560, { ...style, size: 20 })
  return sheet
}
