/** Kinds of data that are masked in free text before it is stored, with their labels. */
export const maskedKinds = {
  'track-data': 'card data',
  mrz: 'the machine-readable lines of an identity document',
  'card-number': 'a card number',
  ssn: 'a Social Security number',
  itin: 'a taxpayer number',
  'routing-number': 'a bank routing number',
  'bank-account': 'a bank account number',
  'card-code': 'a card security code',
  'date-of-birth': 'a date of birth',
  'passport-number': 'a passport number',
  'driver-license-number': 'a driver’s license number',
} as const
export type MaskedKind = keyof typeof maskedKinds

/** Set on a successful response when something was masked; lists the kinds, never a value. */
export const maskedHeader = 'exempta-masked'

export const writeMaskedHeader = (kinds: readonly MaskedKind[]): string => [...new Set(kinds)].join(', ')

export const readMaskedHeader = (value: string | null): MaskedKind[] =>
  (value ?? '').split(', ').filter((kind): kind is MaskedKind => Object.hasOwn(maskedKinds, kind))

/** The text shown to the person. */
export function maskedText(kinds: readonly MaskedKind[]): string {
  const words = kinds.map((kind) => maskedKinds[kind])
  const last = words.at(-1) ?? ''
  const listed = words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${last}` : last
  return `For your safety, we hid what looks like ${listed}. We don’t save what’s hidden.`
}
