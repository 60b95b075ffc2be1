import type { Sample } from './corpus/corpus.ts'
import { figuresOf } from './figures.ts'
import { jobsOf, type Measured, runJobs, type Sizes } from './run-samples.ts'
import { isTesseractInstalled } from './tesseract-reader.ts'

type Print = (line: string) => void

/** Runs the engine over the drawn corpus and the shared set; every so many files are also read by Tesseract. */
export async function measure(
  sizes: Sizes,
  tesseractEvery: number,
  print: Print,
): Promise<Record<string, number>> {
  const jobs = jobsOf(sizes)
  const hasTesseract = isTesseractInstalled()
  const isCompared = (_: unknown, i: number) => hasTesseract && i % tesseractEvery === 0
  const compared = new Set(jobs.filter(isCompared))
  const measured: Measured[] = []
  for await (const result of runJobs(jobs, (job) => compared.has(job))) {
    const { sample, leaks } = result.ours
    if (leaks.length > 0) print(`  ${sample.name}: still readable: ${leaks.join(', ')}`)
    measured.push(result)
  }
  return tableOf(measured)
}

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
  const compared = measured.filter(({ theirs }) => theirs)
  const rivals = kinds.flatMap((kind) => {
    const both = compared.filter(({ ours }) => ours.sample.kind === kind)
    return [
      figuresOf(
        `compared.${kind}s.product`,
        both.map(({ ours }) => ours),
      ),
      figuresOf(
        `compared.${kind}s.tesseract`,
        both.flatMap(({ theirs }) => theirs ?? []),
      ),
    ]
  })
  return {
    ...Object.assign({}, ...parts, ...shared, ...rivals),
    peakMegabytes: Math.max(...measured.map(({ peakMegabytes }) => peakMegabytes)),
  }
}
