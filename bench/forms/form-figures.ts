/** The figures of the benchmark of reading forms, and the limits they must keep. */

import { isByHand, styleNamed } from '../../redaction/corpus/forms/styles.ts'
import type { BenchResult } from '../bench.ts'
import type { Judged } from './judge.ts'
import type { MeasuredForm, MeasuredStranger } from './measure-forms.ts'

/** Printed names of the fields that have a limit. */
const fields = {
  number: 'number',
  purchaser: 'purchaser',
  'signed-on': 'date',
  seller: 'seller',
} as const

/** Files with text in them are read at least as well as scans. */
const groups = { scan: 'scans', photo: 'photos', text: 'texts' } as const

const share = (part: number, whole: number) => (whole === 0 ? Number.NaN : part / whole)
const sum = (all: readonly Judged[], of: (judged: Judged) => number) =>
  all.reduce((total, judged) => total + of(judged), 0)

export function formFigures(forms: readonly MeasuredForm[], strangers: readonly MeasuredStranger[]) {
  const figures: Record<string, number> = {}
  for (const [medium, group] of Object.entries(groups)) {
    const own = forms.filter(({ labels }) => labels.scanOrPhoto === medium)
    if (own.length > 0) addGroup(figures, group, own)
  }
  const byHand = forms.filter(({ labels }) => isByHand(styleNamed(labels.style)))
  if (byHand.length > 0) addGroup(figures, 'byHand', byHand)
  const all = forms.map(({ judged }) => judged)
  figures.strangers = strangers.length
  figures.strangersTakenForKnown = strangers.filter(({ takenFor }) => takenFor).length
  figures.sureShare = share(
    sum(all, ({ sure }) => sure),
    sum(all, ({ exact }) => [...exact.values()].reduce((total, { filled }) => total + filled, 0)),
  )
  const sure = sum(all, (judged) => judged.sure)
  figures.sureButWrong = sure === 0 ? 0 : sum(all, (judged) => judged.sureButWrong) / sure
  // Without the values, so that the half that judges stays unseen.
  for (const field of all.flatMap(({ wronglySure }) => wronglySure))
    figures[`wronglySure.${field}`] = (figures[`wronglySure.${field}`] ?? 0) + 1
  figures.numbersHidden = sum(all, ({ hiddenNumbers }) => hiddenNumbers)
  figures.secrets = sum(all, ({ secrets }) => secrets)
  figures.secretsReleased = sum(all, ({ releasedSecrets }) => releasedSecrets)
  return figures
}

function addGroup(figures: Record<string, number>, group: string, forms: readonly MeasuredForm[]) {
  const judged = forms.map((form) => form.judged)
  figures[`${group}.files`] = forms.length
  figures[`${group}.recognized`] = share(
    sum(judged, ({ recognized }) => recognized),
    sum(judged, ({ pages }) => pages),
  )
  for (const [field, name] of Object.entries(fields)) {
    const figure = exactShare(judged, field)
    if (!Number.isNaN(figure)) figures[`${group}.${name}`] = figure
  }
}

const exactShare = (judged: readonly Judged[], field: string) =>
  share(
    sum(judged, ({ exact }) => exact.get(field)?.right ?? 0),
    sum(judged, ({ exact }) => exact.get(field)?.filled ?? 0),
  )

const limitsOfGroup = {
  scans: { recognized: 0.99, number: 0.97, purchaser: 0.95, date: 0.95, seller: 0.92 },
  photos: { recognized: 0.97, number: 0.9, purchaser: 0.88, date: 0.9, seller: 0.85 },
  texts: { recognized: 0.99, number: 0.97, purchaser: 0.95, date: 0.95, seller: 0.92 },
} as const

/** Of groups only where they were measured: a small sample may have no photo. */
export function formLimits(
  figures: Record<string, number>,
  parts: { accuracy: boolean; timed: boolean },
): BenchResult['limits'] {
  const limits: BenchResult['limits'] = {}
  for (const [group, ofGroup] of Object.entries(limitsOfGroup))
    for (const [name, atLeast] of Object.entries(ofGroup))
      if (figures[`${group}.${name}`] !== undefined) limits[`${group}.${name}`] = { atLeast }
  return {
    ...limits,
    ...(parts.accuracy && {
      strangersTakenForKnown: { atMost: 0 },
      sureButWrong: { atMost: 0.005 },
      numbersHidden: { atMost: 0 },
      secretsReleased: { atMost: 0 },
    }),
    ...(parts.timed && { extraTime: { atMost: 0.05 } }),
  }
}
