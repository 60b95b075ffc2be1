export const secretKinds = [
  'track-data',
  'mrz',
  'card-number',
  'ssn',
  'itin',
  'routing-number',
  'bank-account',
  'card-code',
  'date-of-birth',
  'passport-number',
  'driver-license-number',
  'phone',
  'email',
] as const
export type SecretKind = (typeof secretKinds)[number]

/** A span of the text to hide: `start` to `end`. Digits that may stay lie between `end` and `valueEnd`. */
export interface Secret {
  kind: SecretKind
  start: number
  end: number
  valueEnd: number
  confidence: number
}
