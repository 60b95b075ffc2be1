/** What a certificate lacks, or what speaks against it, by the rules of its states. */
import type { Exemption, ExemptionNote } from '@exempta/contract/certificates'
import type { Coverage } from '@exempta/knowledge/coverage'
import { dayIn } from '@exempta/knowledge/dates'
import { type Facts, governmentIn, unknownFacts } from '@exempta/knowledge/facts'
import type { Reason } from '@exempta/knowledge/reasons'
import { states } from '@exempta/knowledge/states'
import { rulesInForce } from '../../../platform/rules/loaded-rules.ts'

/** What the owner can do something about. Whether a business has reviewed it, or who sells, is not among it. */
const shown: readonly Reason['code'][] = [
  'missing',
  'hidden-license',
  'unknown-form',
  'not-accepted',
  'not-for-reason',
  'expired',
  'maybe-expired',
  'dates-contradict',
  'signed-later',
  'no-end-date',
  'other-form',
  'wrong-number',
  'unknown-state',
  'military-address',
  'whose-number',
  'whose-government',
  'which-organization',
]

export const unknownFormNote = 'We don’t know this form, so businesses have to check it themselves.'

/** Where the words for a sale at the counter would mislead. */
const wordsWithoutSale: Partial<Record<Reason['code'], string>> = {
  'unknown-form': unknownFormNote,
  'signed-later': 'It’s dated in the future. Please check the date.',
}

export type Stated = Pick<
  Exemption,
  | 'form'
  | 'reason'
  | 'seller'
  | 'isBlanket'
  | 'signedOn'
  | 'expiresOn'
  | 'states'
  | 'government'
  | 'governmentState'
  | 'organization'
> & { hasSignature: boolean | null; hasHiddenLicense?: boolean }

/** What the rules of one of its states are asked with, as if a business had verified it. */
export function factsIn(
  exemption: Stated,
  { state, number, issuedBy }: Stated['states'][number],
  businessName: string,
  now: Date,
): Facts {
  return {
    ...unknownFacts,
    state,
    on: dayIn(states.get(state)?.timeZone ?? 'America/New_York', now),
    form: exemption.form,
    reason: exemption.reason,
    states: exemption.states.map((one) => one.state),
    number,
    numberState: issuedBy,
    government: governmentIn(exemption, state),
    organization: exemption.organization,
    numberVerifiedOn: null,
    seller: exemption.seller,
    businessName,
    isBlanket: exemption.isBlanket,
    signedOn: exemption.signedOn,
    printedEnd: exemption.expiresOn,
    // Where none was looked for, none is known to be missing.
    hasSignature: exemption.hasSignature ?? true,
    hasHiddenLicense: exemption.hasHiddenLicense ?? false,
    review: 'verified',
    revokedOn: null,
    lastPurchaseOn: null,
    kind: 'goods',
    amountCents: null,
  }
}

const judge = (...asked: Parameters<typeof factsIn>): Coverage => rulesInForce().ask(factsIn(...asked))

/** Whether certain rules of all its states say that this business, which it names as the seller, can rely on it. */
export const isCertainFor = (exemption: Stated, businessName: string, now: Date): boolean =>
  exemption.seller !== null &&
  exemption.states.length > 0 &&
  exemption.states.every((one) => judge(exemption, one, businessName, now).verdict === 'covered')

export function notesOn(exemption: Stated, now: Date): ExemptionNote[] {
  return exemption.states.flatMap((one) => {
    const { state } = one
    const { reasons } = judge(exemption, one, exemption.seller ?? '', now)
    return reasons
      .filter(({ code }) => shown.includes(code))
      .map(({ code, text, ruleId }) => {
        const own = wordsWithoutSale[code]
        return own ? { state, text: own, rule: null } : { state, text, rule: ruleInWords(ruleId) }
      })
  })
}

const unsigned = 'The signature is missing.'

/** The same for who reviews it: one sentence each, whichever state it concerns. */
export function warningsOn(exemption: Stated, now: Date): string[] {
  const found = notesOn(exemption, now).map(({ text }) =>
    text === unknownFormNote ? 'We don’t know this form.' : text,
  )
  return [...new Set(exemption.hasSignature === false ? [unsigned, ...found] : found)]
}

/** The same of what was only read. Nobody has said that nothing is signed. */
export const warningsOnReading = (read: Stated, now: Date): string[] =>
  warningsOn(read, now).map((text) => (text === unsigned ? 'We found no signature.' : text))

function ruleInWords(id: string | null): ExemptionNote['rule'] {
  const rule = id === null ? undefined : rulesInForce().byId.get(id)
  if (!rule) return null
  const { title, address, quote } = rule.source
  return { text: rule.text, source: title, address, quote: quote ?? null }
}
