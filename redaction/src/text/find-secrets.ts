import { mendLabels } from './mend-labels.ts'
import { normaliseText } from './normalise-text.ts'
import { findBankNumbers, findCheckLines, findIbans } from './rules/bank-numbers.ts'
import { findCardCodes, findCardNumbers, findTrackData } from './rules/card-number.ts'
import { findContactDetails } from './rules/contact-details.ts'
import { findDatesOfBirth } from './rules/dates-of-birth.ts'
import { findIdentityDocuments } from './rules/identity-documents.ts'
import { findMrzLines } from './rules/machine-readable-lines.ts'
import { findPrivateNumbers } from './rules/private-numbers.ts'
import { findSocialSecurityNumbers } from './rules/social-security.ts'
import { type Rule, type Secret, type SecretKind, secretKinds } from './secret.ts'

/**
 * The text rules. Each rule looks for one family of secrets in the normal form of the text; where two rules
 * claim the same characters, the earlier kind in `secretKinds` wins. Digits that it would keep are hidden all the same
 * when a label says that they belong to a passport or a license.
 */

export interface FindOptions {
  /** Also reports phone numbers and mail addresses. */
  contactDetails?: boolean | undefined
  /** The text is on a form about taxes: account numbers whose label names no bank stay. */
  isTaxForm?: boolean | undefined
  /** The text is on a page about a health plan. */
  isHealthPlan?: boolean | undefined
}

const rules: readonly Rule[] = [
  findTrackData,
  findMrzLines,
  findCardNumbers,
  findSocialSecurityNumbers,
  findIbans,
  findCheckLines,
  findBankNumbers,
  findCardCodes,
  findDatesOfBirth,
  findIdentityDocuments,
  findPrivateNumbers,
]

const identityDocuments: ReadonlySet<SecretKind> = new Set(['passport-number', 'driver-license-number'])

/** Spans of the text that must be hidden, in reading order, never overlapping. */
export function findSecrets(untrustedText: string, options: FindOptions = {}): Secret[] {
  const source = mendLabels(normaliseText(untrustedText))
  const found = [...rules, ...(options.contactDetails ? [findContactDetails] : [])]
    .flatMap((rule) => rule(source))
    .filter(({ mayBeTaxAccount }) => !(mayBeTaxAccount && options.isTaxForm))
    .filter(({ mayBeMember }) => !mayBeMember || options.isHealthPlan)
  const endToRaw = (end: number) => source.rawEnds[end - 1] as number
  return withoutOverlaps(found).map((secret) => ({
    ...secret,
    start: source.rawStarts[secret.start] as number,
    end: endToRaw(secret.end),
    valueEnd: endToRaw(secret.valueEnd),
  }))
}

function withoutOverlaps(found: Secret[]): Secret[] {
  const rank = (secret: Secret) => (secret.isProven ? -1 : secretKinds.indexOf(secret.kind))
  const ordered = [...found].sort(
    (a, b) => rank(a) - rank(b) || b.confidence - a.confidence || a.start - b.start,
  )
  const kept: Secret[] = []
  for (const secret of ordered) {
    const at = kept.findIndex((other) => other.start < secret.valueEnd && secret.start < other.valueEnd)
    const winner = kept[at]
    if (!winner) kept.push(secret)
    else if (identityDocuments.has(secret.kind)) {
      const end = Math.max(winner.end, Math.min(secret.end, winner.valueEnd))
      kept[at] = { ...winner, end, confidence: Math.max(winner.confidence, secret.confidence) }
    }
  }
  return kept.sort((a, b) => a.start - b.start)
}

export const isSecret = (text: string) => findSecrets(text).length > 0

/** The text with every letter and digit of its secrets replaced by a dot, and the kinds that were hidden. */
export function maskSecrets(untrustedText: string): { text: string; kinds: SecretKind[] } {
  const secrets = findSecrets(untrustedText)
  let text = ''
  let at = 0
  for (const { start, end } of secrets) {
    text += untrustedText.slice(at, start) + untrustedText.slice(start, end).replace(/[\p{L}\p{N}]/gu, '•')
    at = end
  }
  return { text: text + untrustedText.slice(at), kinds: [...new Set(secrets.map(({ kind }) => kind))] }
}
