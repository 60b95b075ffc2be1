import { jobsOf, type Measured, runTimed, runUntimed, type Sizes } from './run-samples.ts'
import { isTesseractInstalled } from './tesseract-reader.ts'

type Print = (line: string) => void

const processes = 2

/** Runs the engine over the drawn corpus and the shared set: a part of it against the clock, then all others. */
export async function measure(sizes: Sizes, print: Print): Promise<Measured[]> {
  const jobs = jobsOf(sizes)
  const measured: Measured[] = []
  const report = (result: Measured) => {
    const { sample, leaks } = result.ours
    if (leaks.length > 0) print(`  ${sample.name}: still readable: ${leaks.join(', ')}`)
    measured.push(result)
    if (measured.length % 50 === 0) print(`  ${measured.length} of ${jobs.length} files`)
  }
  await runTimed(
    jobs.filter(({ isTimed }) => isTimed),
    isTesseractInstalled(),
    report,
  )
  await runUntimed(
    jobs.filter(({ isTimed }) => !isTimed),
    processes,
    report,
  )
  return measured
}
