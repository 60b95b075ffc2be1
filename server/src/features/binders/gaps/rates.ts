import { taxRateLine } from '@exempta/contract/admin/settings'
import { generalRates } from '@exempta/knowledge/general-rates'
import type { Services } from '../../../platform/services.ts'

export interface Rate {
  percent: number
  isCorrected: boolean
  isUncertain: boolean
}

/** The published rates, and what the operator of this installation says instead. */
export function ratesOf({ settings }: Services): (state: string) => Rate | undefined {
  const corrected = new Map<string, number>()
  for (const line of settings.get('audits.taxRates').split('\n')) {
    const [, state, percent] = taxRateLine.exec(line.trim()) ?? []
    if (state) corrected.set(state, Number(percent))
  }
  return (state) => {
    const own = corrected.get(state)
    if (own !== undefined) return { percent: own, isCorrected: true, isUncertain: false }
    const known = generalRates.get(state)
    return known && { percent: known.percent, isCorrected: false, isUncertain: known.confidence === 'low' }
  }
}

export const taxCents = (amountCents: number, rate: Rate | undefined): number =>
  Math.round((amountCents * (rate?.percent ?? 0)) / 100)
