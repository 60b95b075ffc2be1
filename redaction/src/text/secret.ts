import type { NormalText } from './normalise-text.ts'

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
  'private-number',
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
  /** Check digits cover all of it: no other rule may claim a part. */
  isProven?: boolean
  /** An account number whose label names no bank: on forms about taxes it is the number of a permit. */
  mayBeTaxAccount?: boolean
  /** The number of a member, of a club perhaps: only health plans' are private. */
  mayBeMember?: boolean
}

/** Finds one family of secrets; positions are those of the normal text. */
export type Rule = (source: NormalText) => Secret[]

/** Positions of the digits in a stretch of text. */
function digitPositions(text: string, start: number, end: number): number[] {
  const positions: number[] = []
  for (let i = start; i < end; i++) if (/\d/.test(text[i] as string)) positions.push(i)
  return positions
}

/** Where hiding ends when the last four digits stay; everything goes when there are too few to tell. */
export function endBeforeLastFour(text: string, start: number, end: number): number {
  const positions = digitPositions(text, start, end)
  const last = positions[positions.length - 5]
  return last === undefined ? end : last + 1
}

export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i])
    const doubled = i % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0 && /[1-9]/.test(digits)
}

// The Internal Revenue Service has never given out numbers that start otherwise.
const employerNumber = /^(?!0[07-9]|1[7-9]|2[89]|49|69|7[089]|89|9[67])\d{2} ?[-–] ?\d{7}$/

/** Whether a number is written as an employer's is, and starts as one. */
export const isEmployerNumber = (text: string): boolean => employerNumber.test(text)
