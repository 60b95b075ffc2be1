/** Which claims a state grants for a kind of purchase, and which papers serve for each of them. */
import type { Form, Rule, RuleAbout } from './schema.ts'
import type { Claim, PurchaseKind } from './terms.ts'

export type ClaimRule = RuleAbout<'claim'>

export interface GrantedClaim {
  claim: Claim
  /** The rules that grant it, those of high confidence first. */
  rules: readonly ClaimRule[]
  /** Forms that a buyer fills in, the state's own ones first. */
  forms: readonly Form[]
  /** The form of the state whose content any other paper needs to have, where the law takes any paper. */
  anyPaperLike: { form: Form; rule: ClaimRule } | null
}

interface Asked {
  state: string
  kind: PurchaseKind
  /** The day of the signature. */
  on: string
}

const isInForce = ({ from, until }: Rule, on: string) =>
  (from === null || from <= on) && (until === null || on <= until)

/** What rules leave open, or only grant with more than a paper, isn't among them. */
export function grantedClaims(
  rules: readonly Rule[],
  forms: ReadonlyMap<string, Form>,
  asked: Asked,
): GrantedClaim[] {
  const { state, kind, on } = asked
  const ofState = rules.filter(
    (rule) => isInForce(rule, on) && (rule.states?.includes(state) ?? rule.forms !== undefined),
  )
  const byClaim = new Map<Claim, ClaimRule[]>()
  for (const rule of ofState) {
    if (rule.about !== 'claim' || !rule.states || !rule.kinds.includes(kind)) continue
    byClaim.set(rule.claim, [...(byClaim.get(rule.claim) ?? []), rule])
  }
  return [...byClaim].flatMap(([claim, found]) => {
    const isGranted = found.every(({ answer }) => ['exempt', 'with-paper', 'part'].includes(answer))
    if (!isGranted) return []
    const sorted = [...found].sort(
      (a, b) => Number(b.confidence === 'high') - Number(a.confidence === 'high'),
    )
    const papers = [...new Set(sorted.flatMap(({ papers = [] }) => papers))]
    const filledIn = papers.flatMap((code) => {
      const form = forms.get(code)
      return form?.issuedBy === 'buyer' && isAccepted(form) ? [form] : []
    })
    const own = filledIn.find(isOfStateAlone)
    const rule = sorted.find(({ anyPaper, confidence }) => anyPaper && confidence === 'high')
    return [
      {
        claim,
        rules: sorted,
        forms: filledIn.sort((a, b) => Number(isOfStateAlone(b)) - Number(isOfStateAlone(a))),
        anyPaperLike: own && rule ? { form: own, rule } : null,
      },
    ]
  })

  /** A form for several states needs a rule that says so, or to be named by the claim without another one against it. */
  function isAccepted(form: Form): boolean {
    if (!form.states.includes(state)) return false
    return !ofState.some(
      (rule) => rule.about === 'accepts' && rule.answer !== 'yes' && isAbout(rule, form.code),
    )
  }

  function isAbout(rule: Rule, code: string) {
    return (rule.forms?.includes(code) ?? false) && (rule.states?.includes(state) ?? true)
  }
}

const isOfStateAlone = ({ states }: Form) => states.length === 1
