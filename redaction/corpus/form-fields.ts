import { birthDate, cardData, personName, socialSecurityNumber, writeDate } from './made-up-values.ts'
import type { Random } from './random.ts'

/** A field of a form; without `type` its value must stay readable. */
export interface Field {
  label: string
  value: string
  type?: string
  keptCount?: number
  /** Values that forms split over boxes. */
  parts?: string[]
}

const secretFields: readonly ((random: Random) => Field)[] = [
  (random) => {
    const parts = socialSecurityNumber(random)
    const value = parts.join(random.pick(['-', '-', ' ', '']))
    const label = random.pick([
      'Social Security Number',
      'SSN',
      'Social Security No.',
      'S.S.N.',
      'Soc. Sec. No.',
      "Applicant's SSN",
    ])
    return { label, value, type: 'ssn', keptCount: 4, parts }
  },
  (random) => {
    const parts = [`9${random.digits(2)}`, String(random.int(70, 88)), random.digits(4)]
    return {
      label: random.pick(['ITIN', 'Individual Taxpayer Identification Number']),
      value: parts.join('-'),
      type: 'itin',
      keptCount: 4,
      parts,
    }
  },
  (random) => {
    const { groups } = cardData(random)
    const label = random.pick([
      'Credit Card Number',
      'Card No.',
      'Card number',
      'Purchase Card #',
      'Visa/MasterCard No.',
    ])
    return {
      label,
      value: groups.join(random.pick([' ', ' ', '-', ''])),
      type: 'card-number',
      keptCount: 4,
      parts: groups,
    }
  },
  (random) => ({
    label: random.pick(['CVV', 'CVC', 'Security Code', 'CVV2', 'Card Verification Code', 'CID']),
    value: random.digits(3),
    type: 'card-code',
  }),
  (random) => {
    const date = birthDate(random)
    const parts = [date.month, date.day]
      .map((value) => String(value).padStart(2, '0'))
      .concat(String(date.year))
    return {
      label: random.pick(['Date of Birth', 'DOB', 'Birth Date', 'Date of birth (MM/DD/YYYY)', 'D.O.B.']),
      value: writeDate(random, date),
      type: 'date-of-birth',
      parts,
    }
  },
  (random) => ({
    label: random.pick([
      'Bank Account Number',
      'Account No.',
      'Checking account',
      'Acct #',
      'Account Number',
    ]),
    value: random.digits(random.int(8, 14)).replace(/^0/, '4'),
    type: 'bank-account',
  }),
  (random) => ({
    label: random.pick([
      'Routing Number',
      'ABA Routing No.',
      'Bank Routing #',
      'ABA number',
      'Transit/Routing number',
    ]),
    value: `0${random.digits(8)}`,
    type: 'routing-number',
  }),
  (random) => ({
    label: random.pick(['Passport No.', 'Passport Number', 'U.S. Passport #']),
    value: random.pick(['', 'A', 'C']) + random.digits(8),
    type: 'passport-number',
  }),
  (random) => ({
    label: random.pick(["Driver's License No.", 'Driver License Number', 'DL #', "Driver's License Number"]),
    value: random.pick([
      `D${random.digits(7)}`,
      `${random.digits(9)}`,
      `S${random.digits(3)}-${random.digits(4)}-${random.digits(4)}`,
    ]),
    type: 'driver-license-number',
  }),
]

const openFields: readonly ((random: Random) => Field)[] = [
  (random) => ({
    label: random.pick(['Federal EIN', 'FEIN', 'Employer Identification Number', 'EIN']),
    value: `${random.int(20, 27)}-${random.digits(7)}`,
  }),
  (random) => ({
    label: random.pick(['Telephone', 'Phone number', 'Business phone', 'Fax']),
    value: `(${random.int(201, 989)}) 555-${random.digits(4)}`,
  }),
  (random) => ({
    label: random.pick(['Certificate Number', 'Exemption Certificate No.']),
    value: random.pick([
      `85-80${random.digits(8)}-${random.digits(1)}`,
      `E-${random.digits(4)}-${random.digits(4)}`,
    ]),
  }),
  (random) => ({
    label: random.pick([
      "Seller's Permit Number",
      'Texas Sales Tax Permit',
      'State Tax Account Number',
      'Sales and Use Tax Registration No.',
    ]),
    value: random.digits(11).replace(/^0/, '3'),
  }),
  (random) => ({ label: 'Invoice Number', value: `INV-${random.digits(7)}` }),
  (random) => ({
    label: random.pick(['Purchaser', 'Name of purchaser', 'Organization']),
    value: personName(random),
  }),
  (random) => ({ label: 'Date', value: `0${random.int(1, 9)}/${random.int(10, 28)}/2026` }),
  (random) => ({ label: 'Expiration date', value: `12/31/20${random.int(27, 31)}` }),
  (random) => ({ label: 'ZIP', value: `${random.int(10001, 99950)}-${random.digits(4)}` }),
  () => ({ label: 'SSN', value: 'XXX-XX-1234' }),
  () => ({ label: 'Card on file', value: '**** **** **** 4242' }),
]

/** Secret and open fields in random order. */
export function formFields(random: Random, secretCount: number, openCount: number): Field[] {
  const take = <T>(items: readonly T[], count: number) => {
    const rest = [...items]
    return Array.from(
      { length: Math.min(count, rest.length) },
      () => rest.splice(random.int(0, rest.length - 1), 1)[0] as T,
    )
  }
  const makers = [...take(secretFields, secretCount), ...take(openFields, openCount)]
  return take(makers, makers.length).map((make) => make(random))
}
