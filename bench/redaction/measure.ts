import { jobsOf, type Measured, runJobs, type Sizes } from './run-samples.ts'
import { isTesseractInstalled } from './tesseract-reader.ts'

type Print = (line: string) => void

/** Runs the engine over the drawn corpus and the shared set; every so many files are also read by Tesseract. */
export async function measure(sizes: Sizes, tesseractEvery: number, print: Print): Promise<Measured[]> {
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
  return measured
}
