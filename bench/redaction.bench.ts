import type { Bench, BenchResult } from './bench.ts'
import { measureAccuracy } from './redaction/accuracy.ts'
import { partOf } from './redaction/part.ts'
import { measurePdfAccuracy } from './redaction/pdf/pdf-accuracy.ts'
import { measurePdfTimes } from './redaction/pdf/pdf-times.ts'
import { accuracyTable, timedTable } from './redaction/table.ts'
import { measureTimes } from './redaction/timed.ts'
import { wordingFigures } from './redaction/wording/measure-wording.ts'

const sizes = { cards: 300, forms: 100, pages: 20, papers: 240 }
const pdfs = { all: 48, timed: 24 }

/**
 * `--accuracy` and `--timed` run one half alone. What was found in a file is kept, so that a run that was stopped goes
 * on, and `--part=1/3` works on a third of the files. Times mean something on a quiet machine only.
 */
export const bench: Bench = {
  summary: 'secrets hidden on drawn cards, forms and PDFs, next to Tesseract and ocrmypdf where installed',
  async run(print, flags) {
    const halves: BenchResult[] = []
    if (!flags.includes('--timed')) halves.push(await accuracy(print, flags))
    if (!flags.includes('--accuracy')) halves.push(await times())
    return {
      figures: Object.assign({}, ...halves.map(({ figures }) => figures)),
      limits: Object.assign({}, ...halves.map(({ limits }) => limits)),
    }
  },
}

async function accuracy(print: (line: string) => void, flags: readonly string[]): Promise<BenchResult> {
  const part = partOf(flags)
  const figures = {
    ...wordingFigures(),
    ...accuracyTable(await measureAccuracy(sizes, part, print)),
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
      'papers.unseen.releasedReadable': { atMost: 0.003 },
      'papers.unseen.uncertainWithSecrets': { atMost: 0.08 },
      'papers.unseen.uncertainWithoutSecrets': { atMost: 0.01 },
      'papers.unseen.wronglyHiddenWords': { atMost: 0.002 },
      'papers.unseen.amountsAndEinsHidden': { atMost: 0 },
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
      'pdfs.born.secondsPerPage': { atMost: 1.2 },
      'pdfs.long.seconds': { atMost: 60 },
      peakMegabytes: { atMost: 1024 },
      'pdfs.peakMegabytes': { atMost: 1024 },
      ...('pdfs.scans.timeAgainstOcrmypdf' in figures && {
        'pdfs.scans.timeAgainstOcrmypdf': { atMost: 1 },
      }),
    },
  }
}
