/** The closed list of reasons, in plain words. */
import type { needs } from './schema.ts'

type Need = (typeof needs)[number]

export interface Values {
  state?: string
  states?: string
  form?: string
  day?: string
  seller?: string
  field?: string
  days?: number
  /** The text of the rule itself. */
  rule?: string
  claim?: string
  kind?: string
  paper?: string
  need?: string
  percent?: number
  by?: string
}

/** What a claim may take besides its paper and its number. */
const needTexts: Record<Need, { text: string; step: string }> = {
  'paid-by-buyer': {
    text: 'It only counts if the exempt buyer pays, not a person who is paid back.',
    step: 'Check that the buyer pays with its own money, check or card.',
  },
  'purchase-order': {
    text: 'It takes a purchase order or an invoice in the buyer’s name.',
    step: 'Ask for the purchase order.',
  },
  attachment: { text: 'Something has to be attached to it.', step: 'Check what has to be attached.' },
  identification: { text: 'They have to show who they are.', step: 'Ask to see their card or ID.' },
  'look-up': { text: 'The seller must look the number up.', step: 'Look the number up.' },
  delivery: {
    text: 'It depends on where the goods are handed over.',
    step: 'Check where the goods are handed over.',
  },
  use: { text: 'It depends on what it’s used for.', step: 'Ask what it’s used for.' },
  'named-in-law': {
    text: 'Only some of these organizations are exempt.',
    step: 'Check that the law names this organization.',
  },
  reciprocal: {
    text: 'Another state’s government is exempt only if that state does the same.',
    step: 'Check that their state exempts this one.',
  },
  unregistered: {
    text: 'It depends on whether they’re registered here.',
    step: 'Ask whether they’re registered in the state of the sale.',
  },
  project: { text: 'It’s for one project only.', step: 'Check which project it’s for.' },
  amount: { text: 'It depends on the amount.', step: 'Check the amount against the rule.' },
  conditions: {
    text: 'There are more conditions than we can see.',
    step: 'Read the conditions in the source.',
  },
}

const texts = {
  revoked: ({ day }) => `The customer stopped sharing it on ${day}.`,
  rejected: () => 'You rejected this document.',
  'wrong-state': ({ state, states }) => `It’s for ${states}, not for ${state}.`,
  'not-accepted': ({ state, form }) => `${state} doesn’t accept this form (${form}).`,
  'not-for-reason': ({ form }) => `This form (${form}) can’t be used for this reason.`,
  'unsure-acceptance': ({ state, form }) =>
    `We aren’t sure that ${state} accepts this form (${form}). Check the document.`,
  'unsure-own-form': ({ state, form }) =>
    `${form} is a form of ${state}. We don’t know yet what it’s good for.`,
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
  'hidden-license': ({ state }) => `Identified by a license (hidden). ${state} asks for a number.`,
  'other-seller': ({ seller }) => `It’s made out to ${seller}, not to you.`,
  'seller-unclear': ({ seller }) => `It’s made out to ${seller}. Check that this is you.`,
  used: () => 'It was for one purchase, and that was made.',
  'single-use': () => 'It’s for one purchase only.',
  'use-unknown': () => 'It isn’t marked for one purchase or for all purchases.',
  'not-verified': () => 'It hasn’t been verified yet.',
  'verify-number': ({ rule }) => `${rule}`,
  condition: ({ rule }) => `${rule}`,
  'small-sale': ({ rule }) => `${rule}`,
  'unknown-state': ({ state }) => `${state} isn’t a state we know.`,
  'military-address': ({ state }) =>
    `${state} is a military postal address. Choose the state where the goods are handed over.`,
  'no-rules': ({ state }) => `We don’t know the rules of ${state} yet. Check the document.`,
  'no-sales-tax': ({ rule }) => `${rule}`,
  'other-tax': ({ rule }) => `${rule} Check which tax applies.`,
  covered: ({ rule }) => `${rule}`,
  'not-granted': ({ rule }) => `${rule}`,
  'part-due': ({ rule }) => `${rule}`,
  'no-claim-rule': ({ state, claim, kind }) =>
    `We don’t know a rule on whether ${state} taxes ${kind} bought ${claim}.`,
  'unsure-claim': ({ rule }) => `${rule} We haven’t read that in the law yet.`,
  'claim-depends': ({ rule }) => `${rule}`,
  'rules-differ': ({ state }) => `What’s published about this in ${state} contradicts itself.`,
  'whose-government': ({ state }) => `${state} treats federal, state and local governments differently.`,
  'which-organization': ({ state }) => `${state} doesn’t treat all such organizations alike.`,
  'whose-number': ({ state }) =>
    `It doesn’t say which state issued the number. ${state} has other rules for other states’ numbers.`,
  'no-reason': () => 'It gives no reason for the exemption.',
  'other-form': ({ rule }) => `${rule}`,
  'other-paper': ({ paper, state }) => `For this, ${state} asks for another paper: ${paper}.`,
  need: ({ need }) => needTexts[need as Need].text,
  'wrong-number': ({ rule }) => `The number doesn’t look right. ${rule}`,
  'no-digits': () => 'What it shows in place of a number has no digits.',
  'other-states-number': ({ state }) => `The number isn’t one that ${state} gave out.`,
  'part-claimed': ({ percent }) => `It claims ${percent} % only.`,
  'diplomat-card': () => 'Diplomats show their own tax card, and what it’s good for is printed on it.',
  'tribe-delivery': () => 'For tribes and their members it depends on where the goods are handed over.',
  'received-late': ({ day, days, state }) =>
    `You got it on ${day}. ${days === undefined ? 'That’s after the sale.' : days === 0 ? `${state} asks for it by the sale.` : `${state} gives the seller ${days} days.`}`,
  'maybe-electronic': ({ state }) => `It has no signature. On paper, ${state} asks for one.`,
  'local-tax': ({ rule }) => `${rule}`,
  settled: ({ by, day }) => `Accepted by ${by} on ${day}.`,
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

const missingSteps: Record<MissingField, string> = {
  number: 'Ask for their number.',
  seller: 'Ask for a certificate that names you.',
  reason: 'Ask for the reason.',
  signature: 'Ask for a signed certificate.',
  date: 'Ask when it was signed.',
  period: 'Ask for the dates that it’s valid for.',
}

export type ReasonCode = keyof typeof texts

/** The one thing to do about what is open. Reasons that need none aren't here. */
const steps: Partial<Record<ReasonCode, (values: Values) => string>> = {
  'not-for-reason': () => 'Ask for a form that’s meant for this reason.',
  'unsure-acceptance': ({ state }) => `Ask for the form that ${state} issues, or look this one up.`,
  'unsure-own-form': () => 'Look up what it’s good for, or ask the state.',
  'unknown-form': () => 'Open the document and choose its form, or ask for a form we know.',
  'maybe-expired': () => 'Ask for a new certificate.',
  'may-still-count': () => 'Ask for a new certificate.',
  'dates-contradict': () => 'Ask the customer which date is right.',
  'signed-later': () => 'Ask for a certificate that was given in time.',
  'no-end-date': () => 'Ask until when it’s good.',
  idle: () => 'Ask for a new certificate.',
  'refresh-recommended': () => 'Ask for a new certificate.',
  'unsure-duration': () => 'Ask the customer whether it’s still good.',
  'unknown-duration': () => 'Ask the customer whether it’s still good.',
  missing: ({ field }) => missingSteps[field as MissingField],
  'hidden-license': ({ state }) => `Check whether ${state} takes a license, or ask for their number.`,
  'seller-unclear': () => 'Check that the seller it names is you.',
  'single-use': () => 'Check that it was given for this purchase.',
  'use-unknown': () => 'Ask whether it’s for one purchase or for many.',
  'not-verified': () => 'Verify the document.',
  'verify-number': () => 'Look the number up.',
  condition: ({ rule }) => `${rule}`,
  'small-sale': ({ rule }) => `${rule}`,
  'unknown-state': () => 'Choose the state where the goods are handed over.',
  'military-address': () => 'Choose the state where the goods are handed over.',
  'no-rules': () => 'Check the document.',
  'other-tax': () => 'Find out which tax applies.',
  'wrong-state': ({ state }) => `Ask for a certificate for ${state}.`,
  'no-claim-rule': ({ state }) => `Ask ${state} or your tax adviser.`,
  'unsure-claim': () => 'Look it up in the source.',
  'claim-depends': () => 'Check what the rule names.',
  'rules-differ': () => 'Ask the state or your tax adviser.',
  'whose-government': () => 'Ask whose government it is.',
  'which-organization': () => 'Ask what kind of organization it is.',
  'whose-number': () => 'Ask which state issued the number.',
  'no-reason': () => 'Ask for the reason.',
  'other-form': ({ state }) =>
    `Ask for the form that ${state} names, or check that this one says everything it asks for.`,
  'other-paper': ({ paper }) => `Ask for it: ${paper}.`,
  need: ({ need }) => needTexts[need as Need].step,
  'wrong-number': () => 'Look the number up.',
  'no-digits': () => 'Ask for their number, or why they need none.',
  'other-states-number': ({ state }) =>
    `Ask for their number in ${state}, or whether they’re registered there.`,
  'part-claimed': () => 'Ask what the percentage is for.',
  'diplomat-card': () => 'Ask to see the card, and read the limits printed on it.',
  'tribe-delivery': () => 'Check where the goods are handed over, and ask to see the tribal ID.',
  'received-late': () => 'Ask for a certificate that was given in time.',
  'maybe-electronic': () => 'Ask whether it came on paper, or for a signed one.',
}

const stepFor = (code: ReasonCode, values: Values = {}): string | null => steps[code]?.(values) ?? null

export interface Reason {
  code: ReasonCode
  text: string
  /** The one thing to do about it, if anything. */
  step: string | null
  /** Of reasons with the same code and rule, which one: the field that is missing. */
  about: string | null
  /** The rule that gave it; null where the document itself or the review says so. */
  ruleId: string | null
}

/** A reason with its words. */
export const makeReason = (code: ReasonCode, ruleId: string | null, values: Values = {}): Reason => ({
  code,
  text: reasonText(code, values),
  step: stepFor(code, values),
  about: values.field ?? values.need ?? null,
  ruleId,
})

export function reasonText(code: ReasonCode, values: Values = {}): string {
  const text = (texts[code] as (values: Values) => string)(values)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Inside a sentence: New York, the District of Columbia. */
export const placeInText = ({ kind, name }: { kind: string; name: string }) =>
  kind === 'district' ? `the ${name}` : name
