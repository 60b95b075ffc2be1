import type { Answer } from './engine-process.ts'
import type { Score } from './score.ts'

const share = (part: number, whole: number) => (whole === 0 ? Number.NaN : part / whole)
const sum = (scores: readonly Score[], of: (score: Score) => number) =>
  scores.reduce((total, score) => total + of(score), 0)

const quantile = (values: number[], at: number) =>
  values.sort((a, b) => a - b)[Math.floor(values.length * at)] ?? Number.NaN

const named = (prefix: string, figures: Record<string, number>) =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [`${prefix}.${name}`, value]))

/** How long these pictures took. */
export function timesOf(prefix: string, answers: readonly Answer[]): Record<string, number> {
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
export function figuresOf(prefix: string, scores: readonly Score[]): Record<string, number> {
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
export function paperFiguresOf(prefix: string, scores: readonly Score[]): Record<string, number> {
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
    refusedWithoutSecrets: share(without.filter(({ isRefused }) => isRefused).length, without.length),
    wronglyHiddenWords: share(
      sum(scores, ({ hiddenWords }) => hiddenWords.length),
      sum(scores, ({ wordCount }) => wordCount),
    ),
    amountsAndEinsHidden: sum(
      scores,
      ({ hiddenWords }) => hiddenWords.filter(({ type }) => type !== 'word').length,
    ),
  })
}
