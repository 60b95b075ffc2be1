import { wordingFigures } from '../redaction/test/wording/measure-wording.ts'
import type { Bench, BenchResult } from './bench.ts'
import { measureAccuracy } from './redaction/accuracy.ts'
import { jobsOf, partOf, sampleOf } from './redaction/jobs.ts'
import { measurePdfAccuracy } from './redaction/pdf/pdf-accuracy.ts'
import { measurePdfTimes } from './redaction/pdf/pdf-times.ts'
import { measureSharedPapers } from './redaction/shared-papers.ts'
import { accuracyTable, measureTimes, timedTable } from './redaction/table.ts'

const sizes = { cards: 300, forms: 100, pages: 20, papers: { tuned: 150, unseen: 414 }, prints: 100 }
const pdfs = { all: 48, timed: 24 }

/**
 * `--accuracy` and `--timed` run one half alone. What was found in a file is kept, so that a run that was stopped goes
 * on, and `--part=1/3` works on a third of the files. Times mean something on a quiet machine only.
 * `--papers` runs papers of the tuned half alone and prints every error by name: the loop to tune with. `--sample=40` takes
 * forty of them. `--papers=unseen` gives the figures of the other half, without names.
 * `--prints` and `--prints=unseen` do the same with digits that are hard to read: on end, on an arc, punched, on small cards.
 * `--specimens` runs the public specimens beside the repository, `--specimens=aside` the third of them that is only counted.
 */
export const bench: Bench = {
  summary: 'secrets hidden on drawn cards, forms and PDFs, next to Tesseract and ocrmypdf where installed',
  async run(print, flags) {
    const halves: BenchResult[] = []
    for (const kind of ['paper', 'print'] as const)
      if (flags.some((flag) => flag.startsWith(`--${kind}s`))) return oneKind(kind, print, flags)
    if (flags.some((flag) => flag.startsWith('--specimens'))) return specimens(print, flags)
    if (!flags.includes('--timed')) halves.push(await accuracy(print, flags))
    if (!flags.includes('--accuracy')) halves.push(await times())
    return {
      figures: Object.assign({}, ...halves.map(({ figures }) => figures)),
      limits: Object.assign({}, ...halves.map(({ limits }) => limits)),
    }
  },
}

async function oneKind(
  kind: 'paper' | 'print',
  print: (line: string) => void,
  flags: readonly string[],
): Promise<BenchResult> {
  const half = flags.includes(`--${kind}s=unseen`) ? 'unseen' : 'tuned'
  const asked = /\d+$/.exec(flags.find((flag) => flag.startsWith('--sample=')) ?? '')?.[0]
  const jobs = sampleOf(sizes, kind, half, asked ? Number(asked) : undefined)
  const run = { part: partOf(flags), processes: 1, print, printsErrors: half === 'tuned' }
  const figures = accuracyTable(await measureAccuracy(jobs, run))
  return { figures, limits: kind === 'paper' ? paperLimits(half) : printLimits(half) }
}

async function specimens(print: (line: string) => void, flags: readonly string[]): Promise<BenchResult> {
  const only = flags.find((flag) => flag.startsWith('--only='))?.slice('--only='.length)
  const keptAside = flags.includes('--specimens=aside')
  return { figures: await measureSharedPapers({ keptAside, only, print }), limits: {} }
}

const paperLimits = (half: 'tuned' | 'unseen') => ({
  [`papers.${half}.releasedReadable`]: { atMost: 0 },
  [`papers.${half}.uncertainWithSecrets`]: { atMost: 0.08 },
  [`papers.${half}.uncertainWithoutSecrets`]: { atMost: 0.06 },
  [`papers.${half}.mostAreasWithoutSecrets`]: { atMost: 2 },
  [`papers.${half}.wronglyHiddenWords`]: { atMost: 0.002 },
  [`papers.${half}.publicNumbersHidden`]: { atMost: 0 },
})

const printLimits = (half: 'tuned' | 'unseen') => ({
  [`prints.${half}.releasedReadable`]: { atMost: 0 },
  [`prints.${half}.uncertainWithoutSecrets`]: { atMost: 0.06 },
  [`prints.${half}.wronglyHiddenWords`]: { atMost: 0.002 },
})

async function accuracy(print: (line: string) => void, flags: readonly string[]): Promise<BenchResult> {
  const part = partOf(flags)
  const figures = {
    ...wordingFigures(),
    ...accuracyTable(
      await measureAccuracy(jobsOf(sizes), { part, processes: 2, print, printsErrors: false }),
    ),
    ...(await measurePdfAccuracy(pdfs.all, part, print)),
  }
  return {
    figures,
    limits: {
      'wording.all.recall': { atLeast: 0.97 },
      'wording.all.precision': { atLeast: 0.97 },
      'cards.unseen.hiddenOrRefused': { atLeast: 1 },
      'cards.unseen.refused': { atMost: 0.05 },
      'pages.unseen.hiddenOrRefused': { atLeast: 1 },
      'forms.unseen.hiddenOrRefused': { atLeast: 0.995 },
      'forms.unseen.wronglyHiddenArea': { atMost: 0.005 },
      ...paperLimits('unseen'),
      ...printLimits('unseen'),
      'papers.unseen.files': { atLeast: 400 },
      'pdfs.leaks': { atMost: 0 },
      'pdfs.oversized': { atMost: 0 },
    },
  }
}

async function times(): Promise<BenchResult> {
  const figures = { ...timedTable(await measureTimes(sizes)), ...(await measurePdfTimes(pdfs.timed)) }
  return {
    figures,
    limits: {
      'timed.cards.medianSeconds': { atMost: 1 },
      'timed.forms.medianSeconds': { atMost: 2.5 },
      'pdfs.born.secondsPerPage': { atMost: 1 },
      'pdfs.dense.secondsPerPage': { atMost: 3 },
      'pdfs.denseScan.secondsPerPage': { atMost: 6 },
      'pdfs.long.seconds': { atMost: 30 },
      peakMegabytes: { atMost: 1024 },
      'pdfs.peakMegabytes': { atMost: 1024 },
      ...('pdfs.scans.timeAgainstOcrmypdf' in figures && {
        'pdfs.scans.timeAgainstOcrmypdf': { atMost: 1 },
      }),
    },
  }
}
