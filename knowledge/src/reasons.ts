/** The closed list of reasons, in plain words. */

interface Values {
  state?: string
  states?: string
  form?: string
  day?: string
  seller?: string
  field?: string
  days?: number
  /** The text of the rule itself. */
  rule?: string
}

const texts = {
  revoked: ({ day }) => `The customer stopped sharing it on ${day}.`,
  rejected: () => 'You rejected this document.',
  'wrong-state': ({ state, states }) => `It’s for ${states}, not for ${state}.`,
  'not-accepted': ({ state, form }) => `${state} doesn’t accept this form (${form}).`,
  'not-for-reason': ({ form }) => `This form (${form}) can’t be used for this reason.`,
  'unsure-acceptance': ({ state, form }) =>
    `We aren’t sure that ${state} accepts this form (${form}). Check the document.`,
  'unknown-form': () => 'We don’t know this form. Check the document.',
  expired: ({ day }) => `It expired on ${day}.`,
  'maybe-expired': ({ day, state }) =>
    `It probably expired on ${day}. We aren’t sure of ${state}’s rule. Check the document.`,
  'may-still-count': ({ rule }) => `${rule}`,
  'dates-contradict': ({ day }) =>
    `It shows an end date (${day}) before the day it was signed. Check the document.`,
  'signed-later': ({ day, state, days }) =>
    `It was signed on ${day}, after this sale. ${days ? `${state} gives the seller ${days} days.` : 'Check the date.'}`,
  'no-end-date': ({ state }) => `${state} asks for an end date, and we don’t know it. Check the document.`,
  idle: ({ state }) =>
    `No purchase in the last 12 months is known. ${state} asks for a new certificate in that case.`,
  'refresh-recommended': ({ state }) => `${state} recommends a new certificate by now.`,
  'unsure-duration': ({ state }) => `We aren’t sure how long it lasts in ${state}. Check the document.`,
  'unknown-duration': ({ state }) => `We don’t know how long it lasts in ${state}. Check the document.`,
  missing: ({ field, state }) => missing[field as MissingField](state ?? ''),
  'other-seller': ({ seller }) => `It’s made out to ${seller}, not to you.`,
  'seller-unclear': ({ seller }) => `It’s made out to ${seller}. Check that this is you.`,
  used: () => 'It was for one purchase, and that was made.',
  'single-use': () => 'It’s for one purchase only.',
  'use-unknown': () => 'It doesn’t say whether it’s for one purchase or for many.',
  'not-verified': () => 'It hasn’t been verified yet.',
  'verify-number': ({ rule }) => `${rule}`,
  condition: ({ rule }) => `${rule}`,
  'small-sale': ({ rule }) => `${rule}`,
  'number-format': ({ rule }) => `The number doesn’t look right. ${rule}`,
  'unknown-state': ({ state }) => `${state} isn’t a state we know.`,
  'military-address': ({ state }) =>
    `${state} is a military postal address. Choose the state where the goods are handed over.`,
  'no-rules': ({ state }) => `We don’t know the rules of ${state} yet. Check the document.`,
  'no-sales-tax': ({ rule }) => `${rule}`,
  'other-tax': ({ rule }) => `${rule} Check which tax applies.`,
  covered: ({ rule }) => `${rule}`,
} satisfies Record<string, (values: Values) => string>

const missing = {
  number: (state: string) => `${state} asks for a number, and there is none.`,
  seller: () => 'It doesn’t name a seller.',
  reason: () => 'The reason for the exemption is missing.',
  signature: () => 'The signature is missing.',
  date: () => 'The date is missing.',
  period: () => 'It doesn’t show the dates it’s valid for.',
}
type MissingField = keyof typeof missing

export type ReasonCode = keyof typeof texts

export interface Reason {
  code: ReasonCode
  text: string
  /** The rule that gave it; null where the document itself or the review says so. */
  ruleId: string | null
}

export function reasonText(code: ReasonCode, values: Values = {}): string {
  const text = (texts[code] as (values: Values) => string)(values)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Inside a sentence: New York, the District of Columbia. */
export const placeInText = ({ kind, name }: { kind: string; name: string }) =>
  kind === 'district' ? `the ${name}` : name
