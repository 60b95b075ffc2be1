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

export const nameOf = ({ state }: { state: string }) => (stateNames as Record<string, string>)[state] ?? state

export const periodOf = ({ from, to }: Pick<Binder, 'from' | 'to'>) =>
  `${formatDay(from)} to ${formatDay(to)}`

const were = (value: number, one: string, several: string) =>
  value === 1 ? `1 ${one}` : `${count(value)} ${several}`

type SaleCounts = Pick<
  Binder['counts'],
  'sales' | 'covered' | 'partly' | 'taxed' | 'notCovered' | 'haveNone' | 'certificates'
>

/** `412 of 430 sales are covered. 2 were taxed. 9 aren’t covered. 7 have no certificate.` */
export function summaryOf({
  sales,
  covered,
  partly,
  taxed,
  notCovered,
  haveNone,
  certificates,
}: SaleCounts): string {
  if (sales === 0 && certificates === 0)
    return 'No sale was recorded here, and there are no certificates for this state.'
  if (sales === 0) return 'No sale was recorded here. The binder holds certificates only.'
  const all =
    sales === 1
      ? `${covered} of 1 sale is covered.`
      : `${count(covered)} of ${count(sales)} sales are covered.`
  return [
    all,
    ...(partly > 0 ? [`${were(partly, 'is', 'are')} partly covered.`] : []),
    ...(taxed > 0 ? [`${were(taxed, 'was', 'were')} taxed.`] : []),
    ...(notCovered > 0 ? [`${were(notCovered, 'isn’t', 'aren’t')} covered.`] : []),
    ...(haveNone > 0 ? [`${were(haveNone, 'has', 'have')} no certificate.`] : []),
  ].join(' ')
}
