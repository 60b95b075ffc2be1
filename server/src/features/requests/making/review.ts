/** What a new certificate would say, and what the rules say about it before it's signed. */
import { createHash } from 'node:crypto'
import { fieldWords } from '@exempta/contract/knowledge/blank-forms'
import type { MakingDraft, MakingReview } from '@exempta/contract/requests/making'
import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { rulesInForce } from '../../../platform/rules/loaded-rules.ts'
import type { Services } from '../../../platform/services.ts'
import {
  asExemption,
  type Contents,
  exemptionOf,
  factsIn,
  leftBlankOn,
  linesOf,
  type Paper,
  printable,
} from '../../certificates/index.ts'
import { listBlanks } from '../../knowledge/index.ts'
import type { OpenRequest } from '../answers/open-request.ts'
import { findSellerAddress } from '../queries/making.ts'
import { type Choice, choicesFor, placeOf, today } from './choices.ts'
import { isAboutTheForm, isGeneric } from './concerns.ts'

export interface Making {
  contents: Contents & { paper: Paper }
  choice: Choice
  review: MakingReview
}

/** Throws when nothing can be made of the draft anymore, for example because the blank was removed. */
export async function makingOf(
  { clock }: Pick<Services, 'clock'>,
  tx: Transaction,
  request: OpenRequest,
  typed: MakingDraft,
): Promise<Making> {
  const now = clock.now()
  const { state, kind, claim } = typed
  const choice = choicesFor(await listBlanks(tx), { state, kind, now }).find((one) => one.claim === claim)
  const place = placeOf(state)
  if (!choice) {
    throw refusedField(
      'claim',
      `We don’t know of a rule that exempts this in ${place}. Choose another reason.`,
    )
  }
  if (!choice.paper) {
    throw new AppError('conflict', {
      text: `We can’t make this certificate for ${place} here. Go back to see what to send instead.`,
    })
  }
  const { draft, changed } = asPrinted(typed)
  const seller = await sellerOf(tx, request)
  const contents = { paper: choice.paper, draft, place, seller, signedOn: today(state, now) }
  const lines = linesOf(contents)
  const { verdict, concerns } = judge(contents, request, now)
  const fileId = choice.paper.blank?.file_id ?? 'statement'
  const hash = createHash('sha256')
    .update(JSON.stringify([fileId, kind, claim, lines]))
    .digest('hex')
  const review = { draft: typed, paper: choice.why, lines, changed, verdict, concerns, hash }
  return { contents, choice, review }
}

export const refusedField = (path: string, message: string) =>
  new AppError('invalid-input', { fields: [{ path, message }] })

async function sellerOf(tx: Transaction, request: OpenRequest): Promise<Contents['seller']> {
  const address = await findSellerAddress(tx, request.business_id)
  const plain = (text: string) => {
    const found = printable(text)
    return found.isPrintable ? found.printed : text.replace(/[^\x20-\x7e]/g, '?')
  }
  return { name: plain(request.businessName), address: address === null ? null : plain(address) }
}

/** Marks that can't be printed are left off; what has no such stand-in was refused before. */
function asPrinted(draft: MakingDraft): Pick<MakingReview, 'changed' | 'draft'> {
  const changed: MakingReview['changed'] = []
  const entries = Object.entries(draft).map(([name, value]) => {
    if (typeof value !== 'string') return [name, value]
    const found = printable(value)
    const printed = found.isPrintable ? found.printed : value
    if (printed !== value) changed.push({ typed: value, printed })
    return [name, printed]
  })
  return { draft: Object.fromEntries(entries) as MakingDraft, changed }
}

function judge(
  contents: Contents,
  request: OpenRequest,
  now: Date,
): Pick<MakingReview, 'verdict' | 'concerns'> {
  const { draft } = contents
  const exemption = asExemption(exemptionOf(contents, { id: '', ownerId: '', at: now, pages: 1 }))
  const [stated] = exemption.states
  if (!stated) throw new Error('A certificate is for one state at least.')
  const facts = {
    ...factsIn(exemption, stated, contents.seller.name, now),
    kind: draft.kind,
    sellerNames: [request.businessName],
    isPaper: false,
    paidBy: 'buyer' as const,
  }
  const { verdict, reasons } = rulesInForce().ask(facts)
  if (verdict === 'charge-part') return { verdict, concerns: [] }
  const blank = leftBlank(contents, request)
  if (verdict === 'covered') return { verdict: blank.length > 0 ? 'check' : verdict, concerns: blank }
  const isStatement = contents.paper.blank === null
  const concerns = [
    ...(isStatement ? [handCheck(contents, request)] : []),
    ...blank,
    ...reasons
      .filter(({ code }) => !isGeneric(code) && !(isStatement && isAboutTheForm(code)))
      .map(({ text, step }) => ({ text, step: step ?? '' })),
  ]
  return { verdict: concerns.length === 0 && verdict === 'check' ? 'covered' : verdict, concerns }
}

/** The counter may be content without it, but the form asks for it. */
function leftBlank(contents: Contents, { businessName }: OpenRequest): MakingReview['concerns'] {
  const names = leftBlankOn(contents).map((name) => fieldWords[name].toLowerCase())
  if (names.length === 0) return []
  const text = `This stays empty, although ${contents.paper.form.name} asks for it: ${names.join(', ')}.`
  return [{ text, step: `${businessName} may ask you for it.` }]
}

/** The counter knows only forms, so someone has to look at a statement, though the law takes it. */
const handCheck = ({ paper: { form } }: Contents, { businessName }: OpenRequest) => ({
  text: `It’s a statement instead of ${form.name}, so ${businessName} checks it by hand.`,
  step: 'You don’t need to do anything.',
})
