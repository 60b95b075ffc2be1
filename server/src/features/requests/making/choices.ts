/** Why a purchase can be exempt in a state, and the paper that each reason takes. */
import {
  type MakingChoice,
  type MakingPaper,
  type OfferedClaim,
  offeredClaims,
} from '@exempta/contract/requests/making'
import { dayIn } from '@exempta/knowledge/dates'
import { type GrantedClaim, grantedClaims } from '@exempta/knowledge/granted-claims'
import { placeInText } from '@exempta/knowledge/reasons'
import { states } from '@exempta/knowledge/states'
import type { FieldName, PurchaseKind } from '@exempta/knowledge/terms'
import { rulesInForce } from '../../../platform/rules/loaded-rules.ts'
import { asksOf, hasKinds, type Paper } from '../../certificates/index.ts'
import type { BlankRow } from '../../knowledge/index.ts'

export interface Choice {
  claim: OfferedClaim
  granted: GrantedClaim
  /** What can be made here; without it, `why` says what to do instead. */
  paper: Paper | undefined
  why: MakingPaper
  number: MakingChoice['number']
}

export const today = (state: string, now: Date): string =>
  dayIn(states.get(state)?.timeZone ?? 'America/New_York', now)

export function choicesFor(
  blanks: readonly BlankRow[],
  { state, kind, now }: { state: string; kind: PurchaseKind; now: Date },
): Choice[] {
  const { rules, forms } = rulesInForce()
  const on = today(state, now)
  const granted = grantedClaims(rules, forms, { state, kind, on })
  return offeredClaims.flatMap((claim) => {
    const found = granted.find((one) => one.claim === claim)
    if (!found) return []
    const paper = paperFor(found, blanks)
    return [{ claim, granted: found, paper, why: explained(found, paper), number: numberFor(found, state) }]
  })
}

/** The state's own form before those that several states take; a statement where the law takes any paper. */
function paperFor(
  { claim, forms, anyPaperLike }: GrantedClaim,
  blanks: readonly BlankRow[],
): Paper | undefined {
  for (const form of forms) {
    const blank = blanks.find(({ code }) => code === form.code)
    if (blank) return { form, blank }
  }
  return claim === 'resale' && anyPaperLike ? { form: anyPaperLike.form, blank: null } : undefined
}

function explained({ rules, forms, anyPaperLike }: GrantedClaim, paper: Paper | undefined): MakingPaper {
  if (paper?.blank) {
    const { code, name, title } = paper.form
    return { kind: 'form', code, name, title }
  }
  if (paper && anyPaperLike) {
    const { source, paper: words = anyPaperLike.form.name } = anyPaperLike.rule
    return { kind: 'statement', rule: { text: words, source: source.title, address: source.address } }
  }
  const [first] = rules
  if (first && rules.every(({ answer, papers = [] }) => answer === 'exempt' && papers.length === 0)) {
    return { kind: 'none', rule: first.text }
  }
  const all = rulesInForce().forms
  const named = [
    ...new Set([...forms.map(({ code }) => code), ...rules.flatMap(({ papers = [] }) => papers)]),
  ]
  return {
    kind: 'upload',
    forms: named.flatMap((code) => {
      const form = all.get(code)
      if (!form) return []
      const { name, title, issuedBy, source } = form
      return [{ name, title, isIssuedByState: issuedBy !== 'buyer', publishedAt: source.address }]
    }),
    asked: rules.find(({ paper: words }) => words)?.paper ?? null,
  }
}

function numberFor({ claim, rules }: GrantedClaim, state: string): MakingChoice['number'] {
  const own = rules.find(({ pattern }) => pattern !== undefined)
  const general = rulesInForce().rules.find(
    (rule) => rule.about === 'number' && rule.states?.includes(state) && !rule.forms && !rule.reasons,
  )
  const isGeneral = claim === 'resale' && general?.about === 'number'
  return {
    isRequired: rules.some(({ number }) => number === 'required'),
    pattern: own?.pattern ?? (isGeneral ? general.pattern : null),
    example: isGeneral ? general.example : null,
  }
}

/** A form can ask for what we have no place for. */
export const requiredOn = (paper: Paper): FieldName[] =>
  asksOf(paper).filter((name) => paper.form.required.includes(name))

export const asChoice = ({ claim, paper, why, number }: Choice): MakingChoice => ({
  claim,
  paper: why,
  asks: paper ? asksOf(paper) : [],
  required: paper ? requiredOn(paper) : [],
  number,
  hasKinds: paper !== undefined && hasKinds(paper),
})

export const placeOf = (state: string): string => {
  const found = states.get(state)
  return found ? placeInText(found) : state
}
