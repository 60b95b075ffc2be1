import {
  aboutItems,
  type CoverageAnswer,
  type CoverageReason,
  purchaseKindWords,
} from '@exempta/contract/coverage'
import { stateNames } from '@exempta/contract/states'
import { verdictWords } from '@exempta/contract/verdict'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { formatDay } from '../../lib/format.ts'
import { AcceptedLine } from '../../shared/coverage/accepted-line.tsx'
import { verdictLooks } from '../../shared/coverage/verdict.tsx'

type AnswerCardProps = Pick<
  CoverageAnswer,
  'state' | 'kind' | 'verdict' | 'reasons' | 'notes' | 'part' | 'local' | 'accepted'
> & {
  /** By name. */
  customer: string
  /** What one can do about it. */
  children?: ReactNode
}

/** The answer as large as the phone is wide: what to do first, then why. */
export function AnswerCard(answer: AnswerCardProps) {
  const { customer, state, kind, verdict, reasons, notes, part, local, accepted, children } = answer
  const { Icon, fill } = verdictLooks[verdict]
  const { title, advice } = verdictWords[verdict]
  const isGreen = verdict === 'covered' || verdict === 'charge-part'
  return (
    <section aria-label="Answer" className="overflow-hidden rounded-card border border-line bg-surface">
      <div role="status" className={classNames('grid gap-2 px-5 py-6 text-surface', fill)}>
        <p className="flex flex-wrap items-center gap-3 text-3xl font-bold">
          <Icon aria-hidden className="size-10 shrink-0" />
          {title}
        </p>
        <p className="text-xl font-semibold">{part?.text ?? advice}</p>
        {local.map((line) => (
          <p key={line} className="text-base font-medium">
            {line}
          </p>
        ))}
        <p className="text-base [overflow-wrap:anywhere]">
          {customer} · {stateNames[state] ?? state} · {purchaseKindWords[kind]}
        </p>
      </div>
      <div className="grid gap-4 p-5">
        {accepted && <AcceptedLine accepted={accepted} />}
        {!isGreen && reasons[0] && <FirstReason reason={reasons[0]} />}
        {notes.map((note) => (
          <p key={note} className="text-ink-muted">
            {note}
          </p>
        ))}
        {reasons.length > 0 && (
          <details className="group">
            <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-1 font-medium text-accent-ink [&::-webkit-details-marker]:hidden">
              Why?
              <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
            </summary>
            <ul className="grid gap-4 pt-1">
              {reasons.map((reason) => (
                <ReasonRow key={reason.text} reason={reason} />
              ))}
            </ul>
          </details>
        )}
        {children}
        <p className="text-sm text-ink-muted">{aboutItems}</p>
      </div>
    </section>
  )
}

/** What is unclear, and the one thing to do. */
const FirstReason = ({ reason: { text, step } }: { reason: CoverageReason }) => (
  <div className="grid gap-1 text-base">
    <p className="font-medium">{text}</p>
    {step && step !== text && <p>{step}</p>}
  </div>
)

/** The three things that a green answer stands on. */
const groundWords = {
  paper: 'This paper is accepted here',
  claim: 'This claim is granted here',
  'in-force': 'It’s in force on this day',
} as const

export function ReasonRow({ reason: { text, step, ground, rule } }: { reason: CoverageReason }) {
  return (
    <li className="grid gap-1 border-l-2 border-line pl-3">
      {ground && <span className="font-medium">{groundWords[ground]}</span>}
      <span>{text}</span>
      {step && step !== text && <span>{step}</span>}
      {rule && rule.text !== text && <span className="text-ink-muted">{rule.text}</span>}
      {rule && <RuleSource rule={rule} />}
    </li>
  )
}

/** Nothing is called checked that no one has read. */
const RuleSource = ({ rule }: { rule: NonNullable<CoverageReason['rule']> }) => (
  <span className="grid gap-0.5 text-sm text-ink-muted [overflow-wrap:anywhere]">
    {rule.quote && <q>{rule.quote}</q>}
    <span>
      {rule.isRead ? rule.source : `Reported by ${rule.source}`}
      {rule.address && ` · ${rule.address}`}
    </span>
    <span>
      {rule.isRead
        ? `Checked on ${formatDay(rule.seenOn)} by ${rule.readBy}`
        : `We haven’t read the source. Noted on ${formatDay(rule.seenOn)}`}
      {rule.page && (
        <>
          {' · '}
          <a href={rule.page} className="text-accent-ink underline">
            See the rule
          </a>
        </>
      )}
    </span>
  </span>
)
