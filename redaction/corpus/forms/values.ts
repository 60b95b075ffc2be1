/** Made-up values for the fields of certificates. No person, business or number in here is real. */
import { checkEin, checkNumber } from '@exempta/knowledge/numbers'
import type { RuleAbout } from '@exempta/knowledge/schema'
import { states } from '@exempta/knowledge/states'
import type { Random } from '../random.ts'

/** Many of these are named like the labels of forms, to see whether a reader can tell a name from a label. */
const businesses = [
  'Resale Street Books',
  'Seller & Sons',
  'Purchaser Supply Co',
  'Exempt Outdoors LLC',
  'Blanket Barn Inc',
  'Signature Cabinets LLC',
  'Certificate Frames & Glass',
  'Date Palm Grocers',
  'Title Town Sports',
  'Single Oak Furniture',
  'Vendor Square Cafe',
  'Number Nine Music',
  'Address Line Apparel',
  'State Line Hardware',
  'Prairie Wind Foods Co',
  'Cedar Hollow Nursery',
  'Blue Heron Bicycles Inc',
  'Tamarack Paper & Print',
  'Okafor Brothers Electric',
  'St. Brendan Parish School',
  'Lakeview Unified School District',
  'Harbor Light Mission',
  'Gonzalez Tile and Stone',
  'Quarry Road Auto Parts',
  'Juniper & Finch Jewelers',
  'North Fork Farm Supply',
  'Wilder Toys of Elm Grove',
  '3rd Avenue Lighting',
  "O'Malley's Pet Pantry",
  'Zephyr Kites Ltd',
  'Kestrel Medical Supply',
  'Bright Penny Thrift Shop',
  'Anders-Novak Builders',
  'Sable Point Marine',
  'Four Corners Feed',
  'Wm. Hale & Daughters',
  'Copper Kettle Imports',
  'Meridian Lab Instruments',
  'Sunrise Bakery',
  'Maple Street Supply',
] as const

const streets = [
  'Main St',
  'Elm Street',
  'N Juniper Ave',
  'Kansas Avenue',
  'Old Mill Rd',
  'W 4th Street',
  'County Road 12',
  'Harbor Blvd',
  'Resale Way',
  'Commerce Dr Ste 200',
] as const

/** One city of each state that has a form or a line on a form. */
const cities: Readonly<Record<string, string>> = {
  AZ: 'Flagstaff AZ 86001',
  CA: 'Fresno CA 93721',
  CO: 'Pueblo CO 81003',
  CT: 'Norwich CT 06360',
  GA: 'Macon GA 31201',
  IA: 'Ames IA 50010',
  IL: 'Peoria IL 61602',
  IN: 'Muncie IN 47305',
  KS: 'Salina KS 67401',
  KY: 'Paducah KY 42001',
  MA: 'Lowell MA 01852',
  MD: 'Frederick MD 21701',
  MI: 'Flint MI 48502',
  MN: 'Duluth MN 55802',
  MO: 'Sedalia MO 65301',
  NE: 'Kearney NE 68847',
  NJ: 'Trenton NJ 08608',
  NY: 'Utica NY 13501',
  OH: 'Lima OH 45801',
  PA: 'Erie PA 16501',
  TN: 'Jackson TN 38301',
  TX: 'Waco TX 76701',
  UT: 'Provo UT 84601',
  VA: 'Roanoke VA 24011',
  VT: 'Barre VT 05641',
  WI: 'Wausau WI 54403',
}

const firstNames = [
  'Maria',
  'John',
  'Priya',
  'Lee',
  'Amara',
  'Tomas',
  'Helen',
  'Omar',
  'Ruth',
  'Dana',
] as const
const lastNames = [
  'Gonzalez',
  'Whitfield',
  'Raman',
  'Szymanski',
  'Okafor',
  'Novak',
  'Haddad',
  'Ruiz',
  'Title',
  'Sellers',
] as const
const titles = [
  'Owner',
  'President',
  'Purchasing Manager',
  'Treasurer',
  'Office Manager',
  'Partner',
  'CFO',
] as const
const trades = [
  'Retail sale of books',
  'Hardware store',
  'Restaurant',
  'Plant nursery',
  'Public school',
  'Furniture retailer',
  'Auto repair and parts',
  'Wholesale of paper goods',
] as const
const goods = [
  'Books and stationery',
  'Lumber, nails and paint',
  'All taxable items',
  'Office furniture',
  'Seed and fertilizer',
  'Clothing',
  'Light bulbs and fixtures',
  'Parts for resale',
  'Cleaning supplies',
] as const

/** How numbers look in states for which `knowledge` has no rule; `9` stands for any digit, `A` for any letter. */
const shapes: Readonly<Record<string, readonly string[]>> = {
  AL: ['R999999999'],
  CA: ['SR AAA 99-999999', '999-999999'],
  CT: ['9999999-000', '99999999-001'],
  GA: ['302-999999', '302999999'],
  IA: ['1-99-999999'],
  KY: ['999999', '000999999'],
  MA: ['SLS-19999999-001', '9999999'],
  MI: ['ME-9999999', '99-9999999'],
  NC: ['600999999'],
  ND: ['999999'],
  NV: ['1009999999-001'],
  OH: ['99-999999', '76-999999'],
  RI: ['99999'],
  UT: ['19999999-002-STC'],
  VA: ['10-999999999F-001', '12-999999999F-001'],
  VT: ['SUT-19999999'],
  WI: ['456-9999999999-03', '456-1029999999-04'],
}
const anyShape = ['9999999', '99-9999999', 'E-99999', '99999999', 'TX-999999'] as const

export const businessName = (random: Random) => random.pick(businesses)
export const personName = (random: Random) => `${random.pick(firstNames)} ${random.pick(lastNames)}`
export const jobTitle = (random: Random) => random.pick(titles)
export const trade = (random: Random) => random.pick(trades)
export const itemsBought = (random: Random) => random.pick(goods)

/** Street, and city with state and ZIP code. */
export const address = (random: Random, state?: string): [street: string, city: string] => [
  `${random.int(1, 9899)} ${random.pick(streets)}`,
  (state && cities[state]) || random.pick(Object.values(cities)),
]

const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ'
const fromShape = (random: Random, shape: string) =>
  shape.replace(/9/g, () => random.digits(1)).replace(/A/g, () => random.pick([...letters]))

/** A number that the state could have given; Exempta knows the format of about half of the states. */
export function exemptionNumber(random: Random, state: string): string {
  const rule = states.get(state)?.rules.find((one): one is RuleAbout<'number'> => one.about === 'number')
  const number = rule
    ? varied(random, rule.example, (text) => checkNumber(rule, text) === 'fits')
    : fromShape(random, random.pick(shapes[state] ?? anyShape))
  const bare = number.replace(/[-/]/g, '')
  const canBeBare = rule ? checkNumber(rule, bare) === 'fits' : false
  return canBeBare && random.chance(0.4) ? bare : number
}

/** Other digits in place of those of an example, as far as the format allows. */
function varied(random: Random, example: string, fits: (text: string) => boolean): string {
  let number = example
  for (let i = 0; i < number.length; i++) {
    if (!/\d/.test(number[i] as string)) continue
    const changed = number.slice(0, i) + random.digits(1) + number.slice(i + 1)
    if (fits(changed)) number = changed
  }
  return number
}

export function employerNumber(random: Random): string {
  for (;;) {
    const number = `${random.digits(2)}-${random.digits(7)}`
    if (checkEin(number) === 'fits') return number
  }
}

/** Written without dashes more often than not, as on many real forms. */
export function socialSecurityNumber(random: Random): string {
  const parts = [random.int(101, 665), random.int(10, 99), random.int(1001, 9999)]
  return parts.join(random.chance(0.6) ? '' : '-')
}

/** As Wisconsin, Minnesota and other states number their licenses. */
export const driverLicense = (random: Random) =>
  fromShape(
    random,
    random.pick([
      'A999-9999-9999-99',
      'A999999999999',
      'A99999999',
      'A9999999',
      '99 999 999',
      'A999-999-999-999',
      'AA999999A',
    ]),
  )

const monthNames = [
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
] as const
const two = (value: number) => String(value).padStart(2, '0')

/** A day in the years given, as ISO day. */
export const randomDay = (random: Random, firstYear: number, lastYear: number) =>
  `${random.int(firstYear, lastYear)}-${two(random.int(1, 12))}-${two(random.int(1, 28))}`

/** Ways in which people write a day, the shortest last. */
export function waysToWrite(day: string): string[] {
  const [year = '', month = '', date = ''] = day.split('-')
  const name = monthNames[Number(month) - 1] ?? ''
  const [m, d] = [Number(month), Number(date)]
  return [
    `${name} ${d}, ${year}`,
    `${name.slice(0, 3)} ${d}, ${year}`,
    `${month}/${date}/${year}`,
    `${month}-${date}-${year}`,
    `${m}/${d}/${year}`,
    `${month}-${date}-${year.slice(2)}`,
    `${m}/${d}/${year.slice(2)}`,
  ]
}
