import type { RedactedPage, Redaction } from '@exempta/redaction'
import type { Sample } from '../../redaction/corpus/corpus.ts'
import { hashOf, openResultLog } from './cache.ts'
import { startEngine } from './engine-process.ts'
import { isMine, type Job, type Part } from './jobs.ts'
import { type Score, score } from './score.ts'

export interface Scored {
  set: Job['set']
  score: Score
}

/** What a score needs of a result: no bytes, no words. */
type Kept =
  | { verdict: 'refused'; reason: string }
  | {
      verdict: 'clean' | 'redacted'
      pages: Pick<RedactedPage, 'width' | 'height' | 'findings' | 'uncertain'>[]
    }

interface Run {
  part: Part
  /** How many engines work at a time. */
  processes: number
  print: (line: string) => void
  /** Prints every error by name, not only what can still be read. */
  printsErrors: boolean
}

/** Redacts every picture of this part that has no result yet; gives the scores of all that have one. */
export async function measureAccuracy(
  jobs: readonly Job[],
  { part, processes, print, printsErrors }: Run,
): Promise<Scored[]> {
  const log = openResultLog<Kept>('pictures', [])
  const waiting = jobs.map((job, index) => ({ job, isMine: isMine(part, index) }))
  const count = waiting.length
  const scored: Scored[] = []
  const work = async () => {
    let engine: ReturnType<typeof startEngine> | undefined
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { job } = next
        const sample = await job.draw()
        const key = hashOf(sample.side ?? '', sample.bytes)
        if (!log.get(key) && next.isMine) {
          engine ??= startEngine()
          log.add(key, await resultOf(engine, sample))
        }
        const kept = log.get(key)
        if (!kept) continue
        const result = score(sample, kept)
        scored.push({ set: job.set, score: result })
        const errors = errorsOf(result, kept)
        for (const error of printsErrors ? errors.all : errors.leaks) print(`  ${sample.name}: ${error}`)
        if (scored.length % 50 === 0) print(`  ${scored.length} of ${count} pictures`)
      }
    } finally {
      engine?.stop()
    }
  }
  await Promise.all(Array.from({ length: processes }, work))
  return scored
}

async function resultOf(engine: ReturnType<typeof startEngine>, sample: Sample): Promise<Kept> {
  const options = sample.side ? { card: sample.side } : {}
  const { result } = await engine.run({ bytes: sample.bytes, options, reader: 'cached' })
  return keptOf(result)
}

function keptOf(result: Redaction): Kept {
  if (result.verdict === 'refused') return { verdict: 'refused', reason: result.reason }
  const pages = result.pages.map(({ width, height, findings, uncertain }) => ({
    width,
    height,
    findings,
    uncertain,
  }))
  return { verdict: result.verdict, pages }
}

/** What went wrong on a picture, in words. */
function errorsOf({ leaks, isUncertain, hiddenWords }: Score, kept: Kept) {
  const readable = leaks.length > 0 && !isUncertain ? [`still readable: ${leaks.join(', ')}`] : []
  if (kept.verdict === 'refused') return { leaks: readable, all: [`refused: ${kept.reason}`] }
  const uncertain = kept.pages.flatMap((page) =>
    page.uncertain.map(({ expected, reason }) => `uncertain: ${expected}, ${reason}`),
  )
  const hidden = hiddenWords.length > 0 ? [`hidden: ${hiddenWords.map(({ text }) => text).join(' ')}`] : []
  return { leaks: readable, all: [...readable, ...uncertain, ...hidden] }
}
