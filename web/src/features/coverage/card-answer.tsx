import { stateNames } from '@exempta/contract/states'
import { type CardAnswer as Answer, cardAnswer, type PurchaseKind } from '@exempta/knowledge/cards'
import type { CardClass } from '@exempta/knowledge/terms'
import { formatDay } from '../../lib/format.ts'
import { cardWords } from '../../shared/card-words.ts'
import { AnswerCard } from './answer-card.tsx'
import { AskForCertificate } from './ask-for-certificate.tsx'

interface CardAnswerProps {
  card: CardClass
  state: string
  kind: PurchaseKind
}

/** What a state says about this card and this purchase. Found in the page: no call is made for it. */
export function CardAnswer({ card, state, kind }: CardAnswerProps) {
  const answer = cardAnswer({ card, state, kind })
  const place = stateNames[state] ?? state
  return (
    <AnswerCard
      customer={cardWords(card)}
      state={state}
      kind={kind}
      verdict={answer.verdict}
      part={null}
      local={[]}
      accepted={null}
      reasons={[]}
      notes={[
        ...notesOf(answer),
        ...whyUnsure(card, answer),
        'This is about state taxes. Local taxes may differ.',
      ]}
    >
      {answer.verdict !== 'not-covered' && card.line !== 'unknown' && (
        <Forms place={place} forms={answer.forms} />
      )}
      <Statements statements={answer.statements} />
      {answer.verdict === 'not-covered' && <AskForCertificate state={state} />}
    </AnswerCard>
  )
}

/** What turned the answer comes first, with what to do about it. */
const notesOf = ({ notes }: Answer) =>
  [...notes]
    .sort((one, other) => Number(!one.answer) - Number(!other.answer))
    .map(({ text, step }) => (step ? `${text} ${step}` : text))

/** Why a person has to decide. */
function whyUnsure({ program, line, billing }: CardClass, { verdict, statements, notes }: Answer): string[] {
  if (verdict !== 'check' || notes.some(({ answer }) => answer === 'check')) return []
  if (program !== 'smartpay')
    return ['Other companies’ cards start with these digits, too. Look for “U.S. Government” on the card.']
  if (line === 'integrated') return ['Integrated cards are usually billed centrally, but not always.']
  if (billing === 'unknown') return ['The answer depends on the kind of card.']
  if (statements.length === 0) return ['GSA doesn’t say anything about this purchase.']
  return ['GSA’s information doesn’t settle this purchase.']
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
