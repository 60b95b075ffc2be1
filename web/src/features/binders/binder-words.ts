import type { Binder, BinderStatus } from '@exempta/contract/binders'
import { stateNames } from '@exempta/contract/states'
import { formatDay } from '../../lib/format.ts'
import type { Tone } from '../../ui/badge.tsx'

export const count = (value: number) => value.toLocaleString('en-US')

export const statusWords: Record<BinderStatus, { label: string; tone: Tone }> = {
  draft: { label: 'Not made yet', tone: 'neutral' },
  preparing: { label: 'Being made', tone: 'info' },
  ready: { label: 'Ready', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  outdated: { label: 'Out of date', tone: 'warning' },
}

export const nameOf = ({ state }: Pick<Binder, 'state'>) =>
  (stateNames as Record<string, string>)[state] ?? state

export const periodOf = ({ from, to }: Pick<Binder, 'from' | 'to'>) =>
  `${formatDay(from)} to ${formatDay(to)}`

const need = (value: number) => (value === 1 ? '1 needs' : `${count(value)} need`)
const have = (value: number) => (value === 1 ? '1 has' : `${count(value)} have`)

type SaleCounts = Pick<Binder['counts'], 'sales' | 'covered' | 'needNewer' | 'haveNone' | 'certificates'>

/** `412 of 430 sales are covered. 11 need a newer certificate. 7 have none.` */
export function summaryOf({ sales, covered, needNewer, haveNone, certificates }: SaleCounts): string {
  if (sales === 0 && certificates === 0)
    return 'No sale was recorded here, and you have no certificates for this state.'
  if (sales === 0) return 'No sale was recorded here. The binder holds certificates only.'
  const all =
    sales === 1
      ? `${covered} of 1 sale is covered.`
      : `${count(covered)} of ${count(sales)} sales are covered.`
  return [
    all,
    ...(needNewer > 0 ? [`${need(needNewer)} a newer certificate.`] : []),
    ...(haveNone > 0 ? [`${have(haveNone)} none.`] : []),
  ].join(' ')
}
