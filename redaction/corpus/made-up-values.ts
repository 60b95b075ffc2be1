import type { Random } from './random.ts'

const brands = [
  { prefix: '4', groups: [4, 4, 4, 4], name: 'VISA' },
  { prefix: '4486', groups: [4, 4, 4, 4], name: 'VISA' },
  { prefix: '53', groups: [4, 4, 4, 4], name: 'mastercard' },
  { prefix: '5568', groups: [4, 4, 4, 4], name: 'mastercard' },
  { prefix: '2412', groups: [4, 4, 4, 4], name: 'mastercard' },
  { prefix: '37', groups: [4, 6, 5], name: 'AMERICAN EXPRESS' },
  { prefix: '6011', groups: [4, 4, 4, 4], name: 'DISCOVER' },
  { prefix: '3530', groups: [4, 4, 4, 4], name: 'JCB' },
  { prefix: '62', groups: [6, 13], name: 'UnionPay' },
  { prefix: '6304', groups: [4, 4, 4, 4, 3], name: 'maestro' },
] as const

export interface CardData {
  brand: string
  groups: string[]
}

/** A number of the right shape; like most specimens it need not pass the check digit. */
export function cardData(random: Random): CardData {
  const { prefix, groups, name } = random.pick(brands)
  const length = groups.reduce((sum: number, size) => sum + size, 0)
  const number = prefix + random.digits(length - prefix.length)
  let at = 0
  const parts = groups.map((size) => {
    at += size
    return number.slice(at - size, at)
  })
  return { brand: name, groups: parts }
}

export const socialSecurityNumber = (random: Random) =>
  [random.int(101, 665), random.int(10, 99), random.int(1001, 9999)].map(String)

export const birthDate = (random: Random) => ({
  month: random.int(1, 12),
  day: random.int(1, 28),
  year: random.int(1940, 2005),
})

const two = (value: number) => String(value).padStart(2, '0')
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

export function writeDate(random: Random, { month, day, year }: ReturnType<typeof birthDate>): string {
  return random.pick([
    `${two(month)}/${two(day)}/${year}`,
    `${two(month)}-${two(day)}-${year}`,
    `${year}-${two(month)}-${two(day)}`,
    `${months[month - 1]} ${day}, ${year}`,
    `${two(day)} ${months[month - 1]?.slice(0, 3).toUpperCase()} ${year}`,
  ])
}

export const personName = (random: Random) =>
  `${random.pick(['MARIA', 'JOHN', 'PRIYA', 'LEE', 'AMARA', 'TOMAS', 'HELEN', 'OMAR'])} ${random.pick(['GONZALEZ', 'PUBLIC', 'RAMAN', 'SZYMANSKI', 'OKAFOR', 'NOVAK', 'WHITFIELD', 'HADDAD'])}`

export const expiry = (random: Random) => `${two(random.int(1, 12))}/${random.int(26, 33)}`
