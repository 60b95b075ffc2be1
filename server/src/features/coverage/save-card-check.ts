/** Receipts of sales that were paid with a government card: they keep its kind, and no digit of it. */
import type { CoverageReason, CoverageReceipt, saveCardCheck as contract } from '@exempta/contract/coverage'
import { cardBuyer, cardForms, cardNotes } from '@exempta/contract/coverage/card-words'
import type { RouteParsed } from '@exempta/contract/route'
import { type CardAnswer, cardAnswer } from '@exempta/knowledge/cards'
import { states } from '@exempta/knowledge/states'
import { AppError } from '../../platform/app-error.ts'
import { type Call, memberOf } from '../../platform/call.ts'
import type { Services } from '../../platform/services.ts'
import { requireManager, requireMember } from '../businesses/index.ts'
import { todayIn } from './judge.ts'
import { keepRules } from './knowledge-then.ts'
import { insertNew, locationName, readReceipt, recordSaved } from './receipts.ts'

type NewCardCheck = RouteParsed<typeof contract>['body']

/** Asked again here: the page's answer is for the cashier, and a receipt says what the rules say. */
export function saveCardCheck(
  services: Services,
  call: Call,
  { card, state, kind, amountCents, isTaxed, reference, locationId, allowedReason }: NewCardCheck,
): Promise<CoverageReceipt> {
  if (card.program === 'other') {
    const message = 'This isn’t a GSA SmartPay card. Ask for a certificate.'
    throw new AppError('invalid-input', { fields: [{ path: 'card', message }] })
  }
  const actor = memberOf(call)
  const now = services.clock.now()
  const answer = cardAnswer({ card, state, kind })
  const notes = cardNotes(card, answer)
  const open = answer.verdict === 'check' ? notes.slice(0, 1) : []
  const isAllowed = answer.verdict !== 'covered' && allowedReason !== null
  return services.database.transact(actor, async (tx) => {
    const own = allowedReason ? await requireManager(tx, actor) : await requireMember(tx, actor)
    const id = await insertNew(tx, actor, {
      business_id: own.businessId,
      customer_id: null,
      card: cardBuyer(card),
      share_id: null,
      kept_copy_id: null,
      state,
      on_date: todayIn(state, now),
      kind,
      amount_cents: amountCents ?? null,
      reference,
      is_own_use: false,
      is_taxed: isTaxed,
      location_name: await locationName(tx, own, locationId),
      verdict: answer.verdict,
      reasons: JSON.stringify([
        ...open.map((text) => reasonOf(text, null)),
        ...answer.statements.map(asReason),
      ]),
      notes: [...notes.slice(open.length), ...formsInWords(state, cardForms(card, answer))],
      ends_on: null,
      part: JSON.stringify(null),
      accepted_reason: null,
      accepted_by: null,
      accepted_on: null,
      accepted_until: null,
      allowed_reason: isAllowed ? allowedReason : null,
      knowledge_version: await keepRules(tx, now),
      refund_of: null,
      at: now,
    })
    await recordSaved(tx, call, own.businessId, { id, verdict: answer.verdict, isAllowed, at: now })
    return readReceipt(tx, own, id)
  })
}

const reasonOf = (text: string, rule: CoverageReason['rule']): CoverageReason => ({
  code: 'government-card',
  text,
  step: null,
  ground: null,
  rule,
})

function asReason({ id, source }: CardAnswer['statements'][number]): CoverageReason {
  const { title, address, quote, seenOn, seenAs } = source
  const text = quote === undefined ? title : `GSA says: “${quote}”`
  const isRead = seenAs === 'text'
  return reasonOf(text, {
    id,
    text,
    source: title,
    address,
    quote: null,
    seenOn,
    isRead,
    page: null,
    readBy: 'Exempta',
  })
}

const formsInWords = (state: string, forms: readonly string[] | undefined): string[] =>
  forms && forms.length > 0 ? [`${states.get(state)?.name ?? state} asks for: ${forms.join('; ')}.`] : []
