import type { Sample } from '../../redaction/corpus/corpus.ts'
import type { Scored } from './accuracy.ts'
import { type Answer, startEngine } from './engine-process.ts'
import { type Job, jobsOf, type Sizes } from './jobs.ts'
import { type Score, score } from './score.ts'
import { isTesseractInstalled } from './tesseract-reader.ts'

const kinds: readonly Sample['kind'][] = ['card', 'form', 'page', 'paper', 'print']
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
  const papers = (['paper', 'print'] as const).flatMap((kind) =>
    halves.map((half) =>
      paperFiguresOf(
        `${kind}s.${half}`,
        of('drawn', kind).filter(({ sample }) => sample.half === half),
      ),
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

const share = (part: number, whole: number) => (whole === 0 ? Number.NaN : part / whole)
const sum = (scores: readonly Score[], of: (score: Score) => number) =>
  scores.reduce((total, score) => total + of(score), 0)

const quantile = (values: number[], at: number) =>
  values.sort((a, b) => a - b)[Math.floor(values.length * at)] ?? Number.NaN

const named = (prefix: string, figures: Record<string, number>) =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [`${prefix}.${name}`, value]))

/** How long these pictures took. */
function timesOf(prefix: string, answers: readonly Answer[]): Record<string, number> {
  if (answers.length === 0) return {}
  const of = (figure: 'seconds' | 'cpuSeconds') => answers.map((answer) => answer[figure])
  return named(prefix, {
    files: answers.length,
    medianSeconds: quantile(of('seconds'), 0.5),
    p90Seconds: quantile(of('seconds'), 0.9),
    medianCpuSeconds: quantile(of('cpuSeconds'), 0.5),
  })
}

/** The figures of one part of the corpus, each named `prefix.figure`. */
function figuresOf(prefix: string, scores: readonly Score[]): Record<string, number> {
  if (scores.length === 0) return {}
  const released = scores.filter(({ isRefused }) => !isRefused)
  const secretCount = sum(scores, (score) => score.secretCount)
  const figures = {
    files: scores.length,
    secrets: secretCount,
    hidden: share(
      sum(scores, (score) => score.hiddenCount),
      secretCount,
    ),
    hiddenOrRefused:
      1 -
      share(
        sum(scores, (score) => score.leaks.length),
        secretCount,
      ),
    lastFourKept: share(
      sum(released, (score) => score.keptVisibleCount),
      sum(released, (score) => score.keptCount),
    ),
    wronglyHiddenArea: share(
      sum(released, (score) => score.wronglyHiddenShare),
      released.length,
    ),
    refused: share(scores.length - released.length, scores.length),
  }
  return named(prefix, figures)
}

/** What the owner and the recipients of papers notice, as shares of papers. */
function paperFiguresOf(prefix: string, scores: readonly Score[]): Record<string, number> {
  if (scores.length === 0) return {}
  const withSecrets = scores.filter(({ secretCount }) => secretCount > 0)
  const without = scores.filter(({ secretCount }) => secretCount === 0)
  const isReleasedReadable = ({ isRefused, isUncertain, leaks }: Score) =>
    !isRefused && !isUncertain && leaks.length > 0
  return named(prefix, {
    withSecrets: withSecrets.length,
    withoutSecrets: without.length,
    releasedReadable: share(withSecrets.filter(isReleasedReadable).length, withSecrets.length),
    uncertainWithSecrets: share(
      withSecrets.filter(({ isUncertain }) => isUncertain).length,
      withSecrets.length,
    ),
    uncertainWithoutSecrets: share(without.filter(({ isUncertain }) => isUncertain).length, without.length),
    mostAreasWithoutSecrets: Math.max(0, ...without.map(({ areaCount }) => areaCount)),
    refusedWithoutSecrets: share(without.filter(({ isRefused }) => isRefused).length, without.length),
    wronglyHiddenWords: share(
      sum(scores, ({ hiddenWords }) => hiddenWords.length),
      sum(scores, ({ wordCount }) => wordCount),
    ),
    publicNumbersHidden: sum(
      scores,
      ({ hiddenWords }) => hiddenWords.filter(({ type }) => type !== 'word').length,
    ),
  })
}

interface Timed {
  ours: Score
  answer: Answer
  /** The same picture read by Tesseract with the same rules. */
  theirs?: { score: Score; answer: Answer }
}

// Odd steps, so that both halves of the corpus are met.
const timedEvery = { card: 15, form: 9, page: 7, paper: 20, print: 20 }
const comparedEvery = 3

/** Takes times: everything is drawn before, then one warm process works on one picture after the other. */
export async function measureTimes(sizes: Sizes): Promise<Timed[]> {
  const jobs = jobsOf(sizes).filter(({ set }) => set === 'drawn')
  const samples: Sample[] = []
  for (const kind of ['card', 'form', 'page'] as const) {
    for (const { draw } of everyNth(jobs, kind)) samples.push(await draw())
  }
  const hasTesseract = isTesseractInstalled()
  const engine = startEngine()
  const judge = async (sample: Sample, reader: 'product' | 'tesseract') => {
    const options = sample.side ? { card: sample.side } : {}
    const answer = await engine.run({ bytes: sample.bytes, options, reader })
    return { score: score(sample, answer.result), answer }
  }
  try {
    if (samples[0]) await judge(samples[0], 'product')
    const timed: Timed[] = []
    for (const [i, sample] of samples.entries()) {
      const { score: ours, answer } = await judge(sample, 'product')
      const theirs = hasTesseract && i % comparedEvery === 0 ? await judge(sample, 'tesseract') : undefined
      timed.push({ ours, answer, ...(theirs && { theirs }) })
    }
    return timed
  } finally {
    engine.stop()
  }
}

const everyNth = (jobs: readonly Job[], kind: Sample['kind']) =>
  jobs.filter((job) => job.kind === kind).filter((_, i) => i % timedEvery[kind] === 0)
