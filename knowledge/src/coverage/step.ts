import type { Facts } from '../facts.ts'
import { makeReason, type Reason, type ReasonCode, type Values } from '../reasons.ts'
import type { Form, Rule, RuleAbout } from '../schema.ts'
import type { Claim } from '../terms.ts'

/** What every step of the judgement sees. */
export interface Context {
  facts: Facts
  /** The name of the state inside a sentence. */
  place: string
  form: Form | undefined
  /** Those that apply to this state, form, reason and day. */
  rules: RulesByAbout
  /** Found by the step about duration. */
  endsOn: string | null
  /** The rules that the three grounds stand on. */
  paper: Grounding | null
  claim: RuleAbout<'claim'> | null
  inForce: Rule | null
}

/** A rule, or what a form says it's good for. */
export type Grounding = Pick<Rule, 'id' | 'text' | 'confidence' | 'source'>

export type RulesByAbout = ReadonlyMap<Rule['about'], readonly Rule[]>

export interface Verdicts {
  red: Reason[]
  amber: Reason[]
  /** Shown, but without weight. */
  hints: Reason[]
  green: Reason[]
}

export type Step = (context: Context, verdicts: Verdicts) => void

const none: readonly never[] = []

export const rulesAbout = <About extends Rule['about']>(
  rules: RulesByAbout,
  about: About,
): readonly RuleAbout<About>[] => (rules.get(about) as readonly RuleAbout<About>[] | undefined) ?? none

export const reasonOf = (code: ReasonCode, rule: { id: string } | null, values?: Values): Reason =>
  makeReason(code, rule?.id ?? null, values)

/** Only rules of high confidence make red by themselves. */
export const redIfSure = (verdicts: Verdicts, rule: { confidence: Rule['confidence'] }) =>
  rule.confidence === 'high' ? verdicts.red : verdicts.amber

/** What these buyers don't owe they don't owe because of who they are. A wrong form can be replaced. */
export const isByLaw = (reason: Facts['reason']) =>
  reason === 'federal-government' || reason === 'tribal' || reason === 'diplomat'

/** Exempt because of who they are, whatever they buy it for. */
export const byWhoTheyAre: ReadonlySet<Claim> = new Set<Claim>([
  'federal',
  'state-agency',
  'local-government',
  'other-states-government',
  'charity',
  'religious',
  'public-school',
  'private-school',
  'hospital',
])

/** The boxes that they mark. */
const whoTheyAre = new Set<Facts['reason']>([
  'federal-government',
  'state-government',
  'charity',
  'religious',
  'education',
])
export const isWhoTheyAre = (reason: Facts['reason']) => whoTheyAre.has(reason)
