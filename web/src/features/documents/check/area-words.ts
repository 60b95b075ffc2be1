import type { FindingKind, UncertainArea } from '@exempta/contract/documents'

const expectedWords: Record<FindingKind, string> = {
  'track-data': 'card track data',
  mrz: 'a machine-readable zone',
  'card-number': 'a card number',
  ssn: 'a Social Security number',
  itin: 'an individual taxpayer number (ITIN)',
  'routing-number': 'a bank routing number',
  'bank-account': 'a bank account number',
  'card-code': 'a card security code',
  'date-of-birth': 'a date of birth',
  'passport-number': 'a passport number',
  'driver-license-number': 'a driver’s license number',
  'private-number': 'a private number',
  phone: 'a phone number',
  email: 'an email address',
  'card-digits': 'digits of a card',
  'signature-strip': 'a signature strip',
  chosen: 'something private',
}

/** What we expected in an area, and why we ask. */
export function areaWords({ expected, reason }: Pick<UncertainArea, 'expected' | 'reason'>): string {
  const what = expectedWords[expected]
  switch (reason) {
    case 'value-not-read':
      if (expected === 'private-number') return 'We couldn’t read this. Hide it if it’s private.'
      return `We expected ${what} here and couldn’t read it.`
    case 'label-without-value':
      return `We expected ${what} here and didn’t find one.`
    case 'paper-without-secret':
      return `Pages like this one usually show ${what}, but we didn’t find one.`
    case 'unexplained':
      return 'We don’t know what this number or date is. Hide it if it’s private.'
  }
}

/** There was no better place to point at. */
export const isWholePage = ({ quad }: Pick<UncertainArea, 'quad'>): boolean => {
  const [[left, top], , [right, bottom]] = quad
  return left <= 0.01 && top <= 0.01 && right >= 0.99 && bottom >= 0.99
}

/** `2 of 3 checked`. */
export function checkProgress(areas: readonly Pick<UncertainArea, 'resolution'>[]): {
  words: string
  isComplete: boolean
} {
  const checked = areas.filter(({ resolution }) => resolution !== null).length
  return { words: `${checked} of ${areas.length} checked`, isComplete: checked === areas.length }
}
