import type { Facts } from '../facts.ts'
import { checkNumber } from '../numbers.ts'
import type { Form, RuleAbout } from '../schema.ts'
import type { Claim } from '../terms.ts'
import { byWhoTheyAre, type Context, reasonOf, rulesAbout, type Step, type Verdicts } from './step.ts'

type ClaimRule = RuleAbout<'claim'>

const governmentClaims = {
  federal: 'federal',
  'this-state': 'state-agency',
  'other-state': 'other-states-government',
  local: 'local-government',
} as const satisfies Record<NonNullable<Facts['government']>, Claim>

const organizationClaims = {
  charity: 'charity',
  church: 'religious',
  'public-school': 'public-school',
  'private-school': 'private-school',
  hospital: 'hospital',
  contractor: 'contractor',
} as const satisfies Record<NonNullable<Facts['organization']>, Claim>

/**
 * Forms say "government" or "school"; the laws tell more of them apart. Who they are counts before the box that they
 * marked, and where that isn't known, all that it may be are looked at.
 */
function claimsOf(facts: Facts, form: Form | undefined): readonly Claim[] {
  const { reason, government, organization } = facts
  if (organization === 'contractor') return ['contractor']
  switch (reason) {
    case 'resale':
      return resaleClaims(facts, form)
    case 'agriculture':
      return ['farm']
    case 'industrial':
      return ['manufacturing']
    case 'direct-pay':
      return ['direct-pay']
  }
  const byBox = reason === null ? undefined : claimsByBox[reason]
  if (!byBox) return []
  const known = [
    ...(government ? [governmentClaims[government]] : []),
    ...(organization ? [organizationClaims[organization]] : []),
    // A district's school is both.
    ...(government && !organization && reason === 'education' ? (['public-school'] as const) : []),
  ]
  return known.length > 0 ? known : byBox
}

const claimsByBox: Partial<Record<NonNullable<Facts['reason']>, readonly Claim[]>> = {
  'federal-government': ['federal'],
  'state-government': ['state-agency', 'local-government', 'other-states-government'],
  charity: ['charity'],
  religious: ['religious'],
  education: ['public-school', 'private-school'],
}

/** A form for one state asks for that state's number. On one for several states it can be a number of any of them. */
function resaleClaims({ number, numberState, state }: Facts, form: Form | undefined): readonly Claim[] {
  if (numberState) return [numberState === state ? 'resale' : 'resale-foreign-number']
  return number?.trim() && form && form.states.length > 1 ? ['resale', 'resale-foreign-number'] : ['resale']
}

const claimWords: Record<Claim, string> = {
  resale: 'for resale',
  'resale-foreign-number': 'for resale with another state’s number',
  federal: 'by the federal government',
  'state-agency': 'by its own agencies',
  'local-government': 'by local governments',
  'other-states-government': 'by other states’ governments',
  charity: 'by charities',
  religious: 'by churches',
  'public-school': 'by public schools',
  'private-school': 'by private schools',
  hospital: 'by hospitals',
  farm: 'for farms',
  manufacturing: 'for manufacturing',
  tribe: 'by tribes',
  diplomat: 'by diplomats',
  'direct-pay': 'with a direct pay permit',
  contractor: 'by contractors',
  'export-or-interstate': 'for delivery outside',
}

const kindWords: Record<Facts['kind'], string> = {
  goods: 'goods',
  service: 'services',
  meals: 'meals',
  lodging: 'rooms',
  'car-rental': 'rented cars',
}

/** Whether the state grants this claim for this kind of purchase, on this paper and with the number it needs. */
export const claimGranted: Step = (context, verdicts) => {
  const { facts, place, form } = context
  const { amber } = verdicts
  if (facts.percent !== null && facts.percent !== undefined && facts.percent < 100)
    amber.push(reasonOf('part-claimed', null, { percent: facts.percent }))
  const reason = facts.reason ?? (form?.reasons.length === 1 ? (form.reasons[0] ?? null) : null)
  if (reason === null) return void amber.push(reasonOf('no-reason', null))
  if (reason === 'resale' && hasOtherNumber(facts))
    amber.push(reasonOf('other-states-number', null, { state: place }))
  if (reason === 'diplomat') return void amber.push(reasonOf('diplomat-card', null))
  if (reason === 'tribal') return void amber.push(reasonOf('tribe-delivery', null))
  const claims = claimsOf(reason === facts.reason ? facts : { ...facts, reason }, form)
  const [claim, ...others] = claims
  if (claim === undefined) {
    const words = { state: place, kind: kindWords[facts.kind], claim: 'for this reason' }
    return void amber.push(reasonOf('no-claim-rule', null, words))
  }
  if (others.length === 0) return judgeClaim(context, verdicts, claim)
  const judged = claims.map((one) => {
    const found: Verdicts = { red: [], amber: [], hints: [], green: [] }
    const own: Context = { ...context, claim: null }
    judgeClaim(own, found, one)
    return { found, rule: own.claim }
  })
  const first = judged[0] as (typeof judged)[number]
  const color = ({ found }: (typeof judged)[number]) =>
    found.red.length > 0 ? 'red' : found.amber.length > 0 ? 'amber' : 'green'
  if (judged.every((one) => color(one) === 'red')) verdicts.red.push(...first.found.red)
  // Forms call more than schools educational.
  else if (
    (reason !== 'education' || facts.organization || facts.government) &&
    judged.every((one) => color(one) === 'green' && one.rule?.answer !== 'part')
  ) {
    verdicts.green.push(...first.found.green)
    context.claim = first.rule
  } else {
    amber.push(reasonOf(openQuestion(reason), null, { state: place }))
  }
}

/** An employer number, one of another country, or another state's although the buyer is registered here. */
const hasOtherNumber = (facts: Facts) =>
  facts.numberState === 'US' ||
  facts.numberState === 'XX' ||
  (isForeign(facts) && facts.isRegistered === true)

/** What has to be asked where the laws tell apart what the certificate doesn't. */
function openQuestion(reason: Facts['reason']) {
  if (reason === 'resale') return 'whose-number'
  return reason === 'education' ? 'which-organization' : 'whose-government'
}

function judgeClaim(context: Context, verdicts: Verdicts, claim: Claim): void {
  const { facts, place } = context
  const { red, amber, green } = verdicts
  const found = rulesAbout(context.rules, 'claim').filter(
    (rule) => rule.claim === claim && rule.kinds.includes(facts.kind),
  )
  if (found.length === 0) {
    const words = { state: place, kind: kindWords[facts.kind], claim: claimWords[claim] }
    return void amber.push(reasonOf('no-claim-rule', null, words))
  }
  const sure = found.filter(({ confidence }) => confidence === 'high')
  const isTax = ({ answer }: ClaimRule) => answer === 'taxed' || answer === 'refund'
  const granting = found.filter((rule) => !isTax(rule) && rule.answer !== 'depends')
  if (sure.length > 0 && found.every(isTax) && claim !== 'resale-foreign-number') {
    // A paper that is made for those whom the law does name may come from one of them.
    const rule = sure.find(({ papers }) => facts.form === null || !papers?.includes(facts.form))
    if (rule) return void red.push(reasonOf('not-granted', rule, { rule: rule.text }))
  }
  if (granting.length === 0) {
    for (const rule of found) amber.push(reasonOf('claim-depends', rule, { rule: rule.text }))
    return
  }
  if (granting.length < found.length) {
    // One rule grants it and another doesn't: which of them applies is for a person to see.
    const other = found.find((rule) => !granting.includes(rule)) as ClaimRule
    return void amber.push(reasonOf('claim-depends', other, { rule: other.text }))
  }
  const serving = granting.filter((rule) => serves(rule, context))
  const rule = serving.find(({ confidence }) => confidence === 'high') ?? serving[0]
  if (!rule) {
    const asked = granting[0] as ClaimRule
    return void amber.push(
      reasonOf('other-paper', asked, { state: place, paper: asked.paper ?? 'the form it names' }),
    )
  }
  const lowered = granting.find(({ answer }) => answer === 'part')
  if (lowered && rule.answer !== 'part')
    return void amber.push(reasonOf('claim-depends', lowered, { rule: lowered.text }))
  context.claim = rule
  if (rule.confidence !== 'high') return void amber.push(reasonOf('unsure-claim', rule, { rule: rule.text }))
  numberFor(context, verdicts, rule, serving)
  for (const need of needsOf(rule, facts))
    if (!isMet(need, facts)) amber.push(reasonOf('need', rule, { need }))
  green.push(reasonOf('covered', rule, { rule: rule.text }))
}

/** Whoever is exempt because of who they are has to be the one who pays, whether or not the rule says so. */
function needsOf({ claim, needs }: ClaimRule, { paidBy }: Facts): ClaimRule['needs'] {
  const isAsked = needs.includes('paid-by-buyer') || paidBy !== 'person' || !byWhoTheyAre.has(claim)
  return isAsked ? needs : ['paid-by-buyer', ...needs]
}

const serves = ({ answer, papers }: ClaimRule, { facts }: Context) =>
  answer === 'exempt' || (facts.form !== null && (papers?.includes(facts.form) ?? false))

function numberFor(
  { facts, place, rules }: Context,
  { amber }: Verdicts,
  rule: ClaimRule,
  serving: readonly ClaimRule[],
): void {
  const number = facts.number?.trim() ?? ''
  if (number === '') {
    // Where the form has a rule about its number, that one says so.
    const isAsked = rulesAbout(rules, 'requires').some(({ fields }) => fields.includes('number'))
    if (rule.number === 'required' && !isAsked) {
      const code = facts.hasHiddenLicense ? 'hidden-license' : 'missing'
      amber.push(reasonOf(code, rule, { field: 'number', state: place }))
    }
    return
  }
  if (rule.number !== 'none' && !/\d/.test(number)) return void amber.push(reasonOf('no-digits', rule))
  const isTheirs = !isForeign(facts) || (facts.numberState === 'US' && rule.employerNumber === true)
  if (rule.number === 'required' && !isTheirs && rule.claim !== 'resale-foreign-number')
    amber.push(reasonOf('other-states-number', rule, { state: place }))
  // A number that one of the rules says is wrong isn't right because another one doesn't say how it looks.
  const patterned = serving.filter(({ pattern }) => pattern !== undefined)
  const fits = patterned.some(({ pattern = '' }) => checkNumber({ pattern }, number) === 'fits')
  const [first] = patterned
  if (first && !fits)
    amber.push(reasonOf('wrong-number', first, { rule: first.numberLooks ?? first.text, state: place }))
}

const isForeign = ({ numberState, state }: Facts) => Boolean(numberState) && numberState !== state

function isMet(need: ClaimRule['needs'][number], facts: Facts): boolean {
  if (need === 'paid-by-buyer') return facts.paidBy === 'buyer'
  if (need === 'attachment') return facts.hasAttachments === true
  if (need === 'look-up') return facts.numberVerifiedOn !== null
  if (need === 'unregistered') return facts.isRegistered === false
  return false
}
