import type { Sample } from '../../redaction/corpus/corpus.ts'
import type { Scored } from './accuracy.ts'
import { figuresOf, paperFiguresOf, timesOf } from './figures.ts'
import type { Timed } from './timed.ts'

const kinds: readonly Sample['kind'][] = ['card', 'form', 'page', 'paper']
const halves: readonly Sample['half'][] = ['tuned', 'unseen']

/** What was hidden, for each part of the corpus. */
export function accuracyTable(scored: readonly Scored[]): Record<string, number> {
  const of = (set: Scored['set'], kind: Sample['kind']) =>
    scored
      .filter((result) => result.set === set && result.score.sample.kind === kind)
      .map(({ score }) => score)
  const drawn = kinds.flatMap((kind) =>
    halves.map((half) =>
      figuresOf(
        `${kind}s.${half}`,
        of('drawn', kind).filter(({ sample }) => sample.half === half),
      ),
    ),
  )
  const papers = halves.map((half) =>
    paperFiguresOf(
      `papers.${half}`,
      of('drawn', 'paper').filter(({ sample }) => sample.half === half),
    ),
  )
  return Object.assign(
    {},
    ...drawn,
    ...papers,
    ...kinds.map((kind) => figuresOf(`shared.${kind}s`, of('shared', kind))),
  )
}

/** How long it took, and both figures next to Tesseract's on the same pictures. */
export function timedTable(timed: readonly Timed[]): Record<string, number> {
  const parts = kinds.flatMap((kind) => {
    const all = timed.filter(({ ours }) => ours.sample.kind === kind)
    const both = all.flatMap(({ ours, answer, theirs }) =>
      theirs ? [{ product: { score: ours, answer }, tesseract: theirs }] : [],
    )
    const rivals = (['product', 'tesseract'] as const).flatMap((reader) => {
      const results = both.map((row) => row[reader])
      const prefix = `compared.${kind}s.${reader}`
      return [
        figuresOf(
          prefix,
          results.map(({ score }) => score),
        ),
        timesOf(
          prefix,
          results.map(({ answer }) => answer),
        ),
      ]
    })
    return [
      timesOf(
        `timed.${kind}s`,
        all.map(({ answer }) => answer),
      ),
      ...rivals,
    ]
  })
  const peakMegabytes = Math.max(...timed.map(({ answer }) => answer.peakMegabytes))
  return { ...Object.assign({}, ...parts), peakMegabytes }
}
