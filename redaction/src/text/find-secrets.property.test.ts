import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { findSecrets } from './find-secrets.ts'
import { passesLuhn, type SecretKind } from './secret.ts'

const digits = (count: number) => fc.stringMatching(new RegExp(`^[0-9]{${count}}$`))
const label = (...labels: string[]) => fc.constantFrom(...labels)
const colon = fc.constantFrom(': ', ' ', ' # ', ':\n', ' is ', '   ')

const withCheckDigit = (body: string) =>
  [...'0123456789'].map((digit) => body + digit).find(passesLuhn) as string

const cardNumber = fc.oneof(
  fc
    .tuple(fc.constantFrom('4', '51', '55', '2221', '6011', '65'), digits(15))
    .map(([prefix, rest]) => withCheckDigit((prefix + rest).slice(0, 15))),
  digits(12).map((rest) => withCheckDigit(`37${rest}`)),
)
const grouped = (number: string, separator: string) =>
  number.length === 15
    ? [number.slice(0, 4), number.slice(4, 10), number.slice(10)].join(separator)
    : (number.match(/.{1,4}/g) as string[]).join(separator)

const date = fc
  .record({
    year: fc.integer({ min: 1930, max: 2010 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 28 }),
  })
  .chain(({ year, month, day }) => {
    const [mm, dd] = [String(month).padStart(2, '0'), String(day).padStart(2, '0')]
    return fc.constantFrom(
      `${mm}/${dd}/${year}`,
      `${year}-${mm}-${dd}`,
      `${mm}-${dd}-${year}`,
      `${mm} ${dd} ${year}`,
      `${mm}${dd}${year}`,
    )
  })
const socialSecurity = fc.tuple(
  fc.integer({ min: 1, max: 665 }).map((area) => String(area).padStart(3, '0')),
  fc.integer({ min: 1, max: 99 }).map((group) => String(group).padStart(2, '0')),
  fc.integer({ min: 1, max: 9999 }).map((serial) => String(serial).padStart(4, '0')),
)

interface Written {
  before: string
  value: string
  kept: number
}
const written = (
  before: fc.Arbitrary<string>,
  value: fc.Arbitrary<string>,
  kept = 0,
): fc.Arbitrary<Written> => fc.record({ before, value, kept: fc.constant(kept) })
const labelled = (names: fc.Arbitrary<string>, value: fc.Arbitrary<string>, kept = 0) =>
  written(
    fc.tuple(names, colon).map((parts) => parts.join('')),
    value,
    kept,
  )

const secrets: Partial<Record<SecretKind, fc.Arbitrary<Written>>> = {
  'card-number': written(
    fc.constantFrom('', 'pay with ', 'Card number: ', 'no. '),
    fc
      .tuple(cardNumber, fc.constantFrom(' ', '-', '', '.'))
      .map(([number, separator]) => grouped(number, separator)),
    4,
  ),
  ssn: fc.oneof(
    written(
      fc.constantFrom('', 'his number ', 'SSN '),
      fc
        .tuple(socialSecurity, fc.constantFrom('-', ' ', '.'))
        .map(([parts, separator]) => parts.join(separator)),
      4,
    ),
    labelled(
      label('SSN', 'Social Security Number', 'Soc. Sec. No.', 'SS#'),
      socialSecurity.map((parts) => [...parts.join('')].join(' ')),
      4,
    ),
  ),
  itin: labelled(
    label('ITIN'),
    fc.tuple(digits(2), fc.integer({ min: 50, max: 99 }), digits(4)).map(([a, b, c]) => `9${a}-${b}-${c}`),
    4,
  ),
  'bank-account': labelled(
    label('Account Number', 'Bank account no.', 'Checking account', 'Acct #'),
    fc
      .integer({ min: 6, max: 14 })
      .chain(digits)
      .map((rest) => `1${rest}`),
  ),
  'routing-number': labelled(label('Routing Number', 'ABA', 'RTN', 'Bank routing no.'), digits(9)),
  'card-code': labelled(
    label('CVV', 'CVC2', 'Security code', 'CID', 'cvv2'),
    fc.constantFrom(3, 4).chain(digits),
  ),
  'date-of-birth': labelled(label('DOB', 'Date of birth', 'Birth date', 'D.O.B.'), date),
  'passport-number': labelled(
    label('Passport No.', 'Passport number'),
    fc.tuple(fc.constantFrom('', 'C', 'AB'), digits(8)).map((parts) => parts.join('')),
  ),
  'driver-license-number': labelled(
    label("Driver's License No.", 'DL #', 'Driver License Number'),
    fc.tuple(fc.constantFrom('D', 'S', ''), digits(8)).map((parts) => parts.join('')),
  ),
}

const openTexts: Record<string, fc.Arbitrary<string>> = {
  'employer number': fc
    .tuple(label('EIN', 'FEIN', 'Federal EIN', 'Employer ID'), colon, digits(2), digits(7))
    .map(([name, between, a, b]) => `${name}${between}${a}-${b}`),
  phone: fc
    .tuple(fc.integer({ min: 201, max: 989 }), fc.integer({ min: 200, max: 999 }), digits(4))
    .chain(([a, b, c]) =>
      fc.constantFrom(`(${a}) ${b}-${c}`, `${a}-${b}-${c}`, `${a}.${b}.${c}`, `+1 ${a} ${b} ${c}`),
    ),
  invoice: fc
    .tuple(label('Invoice', 'PO', 'Order no.', 'Form'), fc.integer({ min: 4, max: 11 }).chain(digits))
    .map((parts) => parts.join(' ')),
  date: fc
    .tuple(
      label('Date', 'Issued', 'Expires', 'Valid until'),
      date.filter((text) => /\D/.test(text)),
    )
    .map((parts) => parts.join(' ')),
  'state number': fc
    .tuple(
      label('Permit', 'Sales tax account number', 'Certificate No.'),
      fc.constantFrom(8, 10, 11).chain(digits),
    )
    .map((parts) => parts.join(': ')),
  'Florida certificate': fc.tuple(digits(2), digits(10), digits(1)).map((parts) => parts.join('-')),
  'postal code': fc.tuple(digits(5), digits(4)).map((parts) => parts.join('-')),
  'masked number': fc
    .tuple(fc.constantFrom('SSN ***-**-', 'card **** **** **** ', 'XXX-XX-', 'account xxxxxx'), digits(4))
    .map((parts) => parts.join('')),
}

const runs = { numRuns: 300, seed: 20 }
const lines: string[] = []
afterAll(() => {
  process.stdout.write(`${lines.join('\n')}\n`)
})

describe.each(Object.entries(secrets))('%s', (kind, arbitrary) => {
  test('is found wherever it is written', () => {
    const samples = fc.sample(arbitrary, runs)
    const missed = samples.filter((sample) => !isHidden(sample))
    lines.push(`${kind.padEnd(24)} recall ${(1 - missed.length / samples.length).toFixed(3)}`)
    expect(missed).toEqual([])
  })
})

describe.each(Object.entries(openTexts))('%s', (name, arbitrary) => {
  test('is left alone', () => {
    const samples = fc.sample(arbitrary, runs)
    const wrong = samples.filter((text) => findSecrets(text).length > 0)
    lines.push(`${name.padEnd(24)} left alone ${(1 - wrong.length / samples.length).toFixed(3)}`)
    expect(wrong).toEqual([])
  })
})

test('any text: spans lie in order, inside the text, and never overlap', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[SN0-9 \-:]{0,60}$/)), (text) => {
      let at = 0
      for (const { start, end, valueEnd } of findSecrets(text)) {
        expect(start, `span ${start}–${end}`).toBeGreaterThanOrEqual(at)
        expect(end, `span ${start}–${end}`).toBeGreaterThan(start)
        expect(valueEnd, `span ${start}–${end}`).toBeGreaterThanOrEqual(end)
        at = valueEnd
      }
      expect(at).toBeLessThanOrEqual(text.length)
    }),
    { seed: 20, numRuns: 500 },
  )
})

/** Every digit but the kept ones lies in a span. */
function isHidden({ before, value, kept }: Written): boolean {
  const found = findSecrets(before + value)
  const positions = [...value].flatMap((character, i) =>
    /[A-Z0-9]/.test(character) ? [before.length + i] : [],
  )
  return positions
    .slice(0, positions.length - kept)
    .every((position) => found.some(({ start, end }) => position >= start && position < end))
}
