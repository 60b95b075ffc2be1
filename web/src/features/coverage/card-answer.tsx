import { type PurchaseKind, saveCardCheck } from '@exempta/contract/coverage'
import { cardForms, cardNotes, cardWords } from '@exempta/contract/coverage/card-words'
import { stateNames } from '@exempta/contract/states'
import { type CardAnswer as Answer, cardAnswer } from '@exempta/knowledge/cards'
import type { CardClass } from '@exempta/knowledge/terms'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { formatDay } from '../../lib/format.ts'
import { useMembership } from '../../lib/roles.ts'
import { AnswerCard } from './answer-card.tsx'
import { AskForCertificate } from './ask-for-certificate.tsx'
import { type Place, placeOf } from './place-picker.tsx'
import { SaveCheck } from './save-check.tsx'

interface CardAnswerProps {
  card: CardClass
  place: Place
  kind: PurchaseKind
}

/** What a state says about this card and this purchase. Found in the page: no call is made for it until it's saved. */
export function CardAnswer({ card, place, kind }: CardAnswerProps) {
  const { isManager } = useMembership()
  const [amountCents, setAmountCents] = useState<number>()
  const { state } = place
  const answer = cardAnswer({ card, state, kind })
  const { verdict, statements } = answer
  const forms = cardForms(card, answer)
  return (
    <AnswerCard
      customer={cardWords(card)}
      state={state}
      kind={kind}
      verdict={verdict}
      part={null}
      local={[]}
      accepted={null}
      reasons={[]}
      notes={cardNotes(card, answer)}
    >
      {forms && <Forms place={stateNames[state] ?? state} forms={forms} />}
      <Statements statements={statements} />
      {verdict === 'not-covered' && <AskForCertificate state={state} />}
      <SaveCheck
        // A saved answer is about one kind of purchase.
        key={kind}
        verdict={verdict}
        sale={{ kind, amountCents, isOwnUse: false, paidBy: undefined }}
        onSale={(sale) => setAmountCents(sale.amountCents)}
        canBeOwnUse={false}
        isManager={isManager}
        onSave={(details) =>
          call(saveCardCheck, { body: { card, kind, amountCents, ...details, ...placeOf(place) } })
        }
      />
    </AnswerCard>
  )
}

function Forms({ place, forms }: { place: string; forms: readonly string[] }) {
  if (forms.length === 0) return <p>GSA lists no form for this purchase in {place}.</p>
  return (
    <div className="grid gap-1">
      <p className="font-medium">{place} asks for:</p>
      <ul className="grid list-disc gap-1 pl-5">
        {forms.map((form) => (
          <li key={form}>{form}</li>
        ))}
      </ul>
    </div>
  )
}

function Statements({ statements }: Pick<Answer, 'statements'>) {
  if (statements.length === 0) return null
  return (
    <div className="grid gap-2">
      <p className="font-medium">What GSA says</p>
      <ul aria-label="What GSA says" className="grid gap-3">
        {statements.map(({ id, source: { title, quote, seenOn } }) => (
          <li key={id} className="grid gap-0.5 border-l-2 border-line pl-3 [overflow-wrap:anywhere]">
            <q>{quote}</q>
            <span className="text-sm text-ink-muted">
              {title} · Checked on {formatDay(seenOn)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
