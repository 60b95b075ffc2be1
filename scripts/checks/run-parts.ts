/** Runs parts, then whatever failed in them once more, when nothing else runs: what passes then is flaky. */
import type { Part, PartRun } from './test-parts.ts'
import { countResults, mergeRuns, selectRepeat, type TestResult } from './test-results.ts'

export interface FinishedPart {
  name: string
  results: TestResult[]
  seconds: number
  /** Missing where nothing was repeated. */
  repeatSeconds?: number
}

export interface Limits {
  /** For the first run of each part. */
  partMs: number
  /** For all second runs together. What does not run again in time has failed. */
  repeatsMs: number
  /** Files that take too long to run twice: their failure counts at once. */
  tooLongToRepeat: readonly string[]
}

/** Groups run one after the other, the parts of a group at the same time. */
export async function runParts(groups: Part[][], limits: Limits): Promise<FinishedPart[]> {
  const finished: [Part, FinishedPart][] = []
  for (const group of groups) {
    const runs = group.map(
      async (part): Promise<[Part, FinishedPart]> => [part, await runFirst(part, limits)],
    )
    finished.push(...(await Promise.all(runs)))
  }
  const end = performance.now() + limits.repeatsMs
  const merged: FinishedPart[] = []
  for (const [part, first] of finished) merged.push(await repeatFailures(part, first, end, limits))
  return merged
}

async function runFirst(part: Part, { partMs }: Limits): Promise<FinishedPart> {
  console.log(`== ${part.name} …`)
  const run = await measure(part, { files: [], timeoutMs: partMs, isRepeat: false })
  console.log(`== ${part.name}: ${describeCounts(run.results)} (${run.seconds.toFixed(1)} s) ==`)
  return { name: part.name, ...run }
}

async function repeatFailures(
  part: Part,
  first: FinishedPart,
  end: number,
  { tooLongToRepeat }: Limits,
): Promise<FinishedPart> {
  const selected = selectRepeat(first.results, tooLongToRepeat)
  if (!selected) return first
  const timeoutMs = end - performance.now()
  if ('refusal' in selected || timeoutMs <= 0) {
    const reason = 'refusal' in selected ? selected.refusal : 'the time for second runs is used up'
    console.log(`\n== ${part.name}: what failed is not repeated: ${reason}`)
    return first
  }
  console.log(`\n== ${part.name}: what failed runs once more, alone …`)
  const second = await measure(part, { files: selected.files, timeoutMs, isRepeat: true })
  const results = mergeRuns(first.results, second.results)
  console.log(`== ${part.name}: ${describeCounts(results)} (${second.seconds.toFixed(1)} s more) ==`)
  return { ...first, results, repeatSeconds: second.seconds }
}

async function measure(part: Part, run: PartRun): Promise<{ results: TestResult[]; seconds: number }> {
  const start = performance.now()
  const results = await part
    .run(run)
    .catch((error: unknown): TestResult[] => [
      { part: part.name, state: 'failed', message: error instanceof Error ? error.message : String(error) },
    ])
  return { results, seconds: (performance.now() - start) / 1000 }
}

function describeCounts(results: TestResult[]): string {
  const { passed, failed } = countResults(results)
  return `${passed} passed, ${failed} failed`
}
