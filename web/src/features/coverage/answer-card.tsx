import { aboutItems, type CoverageReason } from '@exempta/contract/coverage'
import { stateNames } from '@exempta/contract/states'
import { type Verdict, verdictWords } from '@exempta/contract/verdict'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { formatDay } from '../../lib/format.ts'
import { verdictLooks } from './verdict.tsx'

interface AnswerCardProps {
  customer: string
  state: string
  verdict: Verdict
  reasons: readonly CoverageReason[]
  notes: readonly string[]
  /** What one can do about it. */
  children?: ReactNode
}

/** The answer as large as the phone is wide: what to do first, then why. */
export function AnswerCard({ customer, state, verdict, reasons, notes, children }: AnswerCardProps) {
  const { Icon, fill } = verdictLooks[verdict]
  const { title, advice } = verdictWords[verdict]
  const [first, ...others] = reasons
  return (
    <section aria-label="Answer" className="overflow-hidden rounded-card border border-line bg-surface">
      <div role="status" className={classNames('grid gap-2 px-5 py-6 text-surface', fill)}>
        <p className="flex flex-wrap items-center gap-3 text-3xl font-bold">
          <Icon aria-hidden className="size-10 shrink-0" />
          {title}
        </p>
        <p className="text-xl font-semibold">{advice}</p>
        <p className="text-base [overflow-wrap:anywhere]">
          {customer} · {stateNames[state] ?? state}
        </p>
      </div>
      <div className="grid gap-4 p-5">
        {first && verdict !== 'covered' && <p className="text-base font-medium">{first.text}</p>}
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
              {[first, ...others].map((reason) => reason && <ReasonRow key={reason.text} reason={reason} />)}
            </ul>
          </details>
        )}
        {children}
        <p className="text-sm text-ink-muted">{aboutItems}</p>
      </div>
    </section>
  )
}

export function ReasonRow({ reason: { text, rule } }: { reason: CoverageReason }) {
  return (
    <li className="grid gap-1 border-l-2 border-line pl-3">
      <span>{text}</span>
      {rule && rule.text !== text && <span className="text-ink-muted">{rule.text}</span>}
      {rule && (
        <span className="grid gap-0.5 text-sm text-ink-muted [overflow-wrap:anywhere]">
          {rule.quote && <q>{rule.quote}</q>}
          <span>
            {rule.source}
            {rule.address && ` · ${rule.address}`}
          </span>
          <span>Checked on {formatDay(rule.seenOn)}</span>
        </span>
      )}
    </li>
  )
}
