/** Which known form a page is, by the pairs of words on it. */
import type { PageFingerprint } from '@exempta/knowledge/fingerprints'
import { hashWordPairs } from '@exempta/knowledge/word-pairs'

// A stranger taken for a known form is the worst error: strangers stay far below, and the runner-up far behind.
const known = { leastScore: 0.3, leastAhead: 0.12 }

export interface RecognizedForm {
  fingerprint: PageFingerprint
  /** Share of the form's word pairs that were found on the page; rare pairs count more. */
  score: number
}

/** Compares pages with a set of forms. Built once for a set, since it weighs every pair by how many forms have it. */
export function formRecognizer(fingerprints: readonly PageFingerprint[]) {
  const formsOfPair = new Map<number, Set<string>>()
  for (const { form, pairs } of fingerprints)
    for (const pair of pairs) {
      const forms = formsOfPair.get(pair)
      if (forms) forms.add(form)
      else formsOfPair.set(pair, new Set([form]))
    }
  const formCount = new Set(fingerprints.map(({ form }) => form)).size
  const weightOf = (pair: number) => Math.log(1 + formCount / (formsOfPair.get(pair)?.size ?? 1))
  const weighed = fingerprints.map((fingerprint) => ({
    fingerprint,
    total: fingerprint.pairs.reduce((sum, pair) => sum + weightOf(pair), 0),
  }))

  /** The form that a page is, or undefined when it is none of them or could be two. */
  return function recognize(lines: readonly string[]): RecognizedForm | undefined {
    const onPage = new Set(hashWordPairs(lines))
    if (onPage.size === 0) return undefined
    const scored = weighed
      .map(({ fingerprint, total }) => ({
        fingerprint,
        score:
          fingerprint.pairs.reduce((sum, pair) => sum + (onPage.has(pair) ? weightOf(pair) : 0), 0) / total,
      }))
      .sort((a, b) => b.score - a.score)
    const [best] = scored
    if (!best || best.score < known.leastScore) return undefined
    // Pages of one form may share most of their words, as the two sides of a sheet do.
    const runnerUp = scored.find(({ fingerprint }) => fingerprint.form !== best.fingerprint.form)
    return runnerUp && best.score - runnerUp.score < known.leastAhead ? undefined : best
  }
}
