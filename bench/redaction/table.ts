import type { Sample } from './corpus/corpus.ts'
import { figuresOf, timesOf } from './figures.ts'
import type { Measured } from './run-samples.ts'

const kinds: readonly Sample['kind'][] = ['card', 'form', 'page']
const halves: readonly Sample['half'][] = ['tuned', 'unseen']

/** The figures of each part of the corpus. */
export function tableOf(measured: readonly Measured[]): Record<string, number> {
  const scoresOf = (set: Measured['set'], kind: Sample['kind']) =>
    measured
      .filter((result) => result.set === set && result.ours.sample.kind === kind)
      .map(({ ours }) => ours)
  const parts = kinds.flatMap((kind) =>
    halves.map((half) =>
      figuresOf(
        `${kind}s.${half}`,
        scoresOf('drawn', kind).filter(({ sample }) => sample.half === half),
      ),
    ),
  )
  const shared = kinds.map((kind) => figuresOf(`shared.${kind}s`, scoresOf('shared', kind)))
  const times = kinds.map((kind) => timesOf(`timed.${kind}s`, scoresOf('drawn', kind)))
  const compared = measured.filter(({ theirs }) => theirs)
  const rivals = kinds.flatMap((kind) => {
    const both = compared.filter(({ ours }) => ours.sample.kind === kind)
    const readers = {
      product: both.map(({ ours }) => ours),
      tesseract: both.flatMap(({ theirs }) => theirs ?? []),
    }
    return Object.entries(readers).flatMap(([reader, scores]) => [
      figuresOf(`compared.${kind}s.${reader}`, scores),
      timesOf(`compared.${kind}s.${reader}`, scores),
    ])
  })
  return {
    ...Object.assign({}, ...parts, ...times, ...shared, ...rivals),
    peakMegabytes: Math.max(...measured.map(({ peakMegabytes }) => peakMegabytes)),
  }
}
