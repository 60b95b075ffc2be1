/** The last answers of this device, for the minutes without a network. Only names, states and answers are kept. */
import type { CoverageAnswer } from '@exempta/contract/coverage'
import { limits } from '@exempta/contract/limits'
import { keptKey } from '../../lib/session-store.ts'

export type KeptAnswer = Pick<CoverageAnswer, 'state' | 'verdict' | 'answeredAt'> & {
  id: string
  name: string
  /** The deciding reason. */
  reason: string | null
}

interface Kept {
  businessId: string
  answers: KeptAnswer[]
}

const key = keptKey('counter-answers')

function read(): Kept | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null
    return kept && Array.isArray(kept.answers) ? kept : undefined
  } catch {
    // Another program of this browser wrote something else there.
    localStorage.removeItem(key)
    return undefined
  }
}

const isYoung = ({ answeredAt }: KeptAnswer, now: number) => now - Date.parse(answeredAt) < limits.offlineMs

/** Answers of another business are not mixed with those of this one. */
export function keepAnswer(businessId: string, answer: CoverageAnswer, now = Date.now()): void {
  if (!answer.customer) return
  const { customer, state, verdict, answeredAt, reasons } = answer
  const before = read()
  const others = (before?.businessId === businessId ? before.answers : []).filter(
    (one) => isYoung(one, now) && (one.id !== customer.id || one.state !== state),
  )
  const first = { ...customer, state, verdict, answeredAt, reason: reasons[0]?.text ?? null }
  const kept: Kept = { businessId, answers: [first, ...others].slice(0, limits.offlineCustomers) }
  localStorage.setItem(key, JSON.stringify(kept))
}

export const listKept = (now = Date.now()): KeptAnswer[] =>
  read()?.answers.filter((one) => isYoung(one, now)) ?? []
