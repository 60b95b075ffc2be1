/** The last answers of this device, for the minutes without a network. Only names, states and answers are kept. */
import type { CoverageAnswer } from '@exempta/contract/coverage'
import { coverageLimits } from '@exempta/contract/coverage/limits'
import { readKept, writeKept } from '../../lib/session-store.ts'

export type KeptAnswer = Pick<CoverageAnswer, 'state' | 'kind' | 'verdict' | 'answeredAt'> & {
  id: string
  name: string
  /** The deciding reason. */
  reason: string | null
}

interface Kept {
  businessId: string
  answers: KeptAnswer[]
}

const name = 'counter-answers'

function read(now: number): Kept | undefined {
  const kept = readKept(name, now) as Kept | null
  return kept && Array.isArray(kept.answers) ? kept : undefined
}

const isYoung = ({ answeredAt }: KeptAnswer, now: number) =>
  now - Date.parse(answeredAt) < coverageLimits.offlineMs

/** Answers of another business are not mixed with those of this one. */
export function keepAnswer(businessId: string, answer: CoverageAnswer, now = Date.now()): void {
  if (!answer.customer) return
  const { customer, state, kind, verdict, answeredAt, reasons } = answer
  const before = read(now)
  const others = (before?.businessId === businessId ? before.answers : []).filter(
    (one) => isYoung(one, now) && (one.id !== customer.id || one.state !== state || one.kind !== kind),
  )
  const first = { ...customer, state, kind, verdict, answeredAt, reason: reasons[0]?.text ?? null }
  const kept: Kept = { businessId, answers: [first, ...others].slice(0, coverageLimits.offlineCustomers) }
  writeKept(name, kept)
}

export const listKept = (now = Date.now()): KeptAnswer[] =>
  read(now)?.answers.filter((one) => isYoung(one, now)) ?? []
