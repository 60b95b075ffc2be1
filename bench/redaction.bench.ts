import type { Bench } from './bench.ts'
import { measure } from './redaction/measure.ts'
import { measurePdfs } from './redaction/pdf/measure-pdfs.ts'
import { tableOf } from './redaction/table.ts'

export const bench: Bench = {
  summary: 'secrets hidden on drawn cards, forms and PDFs, next to Tesseract and ocrmypdf where installed',
  async run(print) {
    const figures = {
      ...tableOf(await measure({ cards: 300, forms: 100, pages: 20 }, print)),
      ...(await measurePdfs(48, print)),
    }
    return {
      figures,
      limits: {
        'cards.unseen.hiddenOrRefused': { atLeast: 1 },
        'cards.unseen.refused': { atMost: 0.05 },
        'timed.cards.medianSeconds': { atMost: 1 },
        'pages.unseen.hiddenOrRefused': { atLeast: 1 },
        'forms.unseen.hiddenOrRefused': { atLeast: 0.995 },
        'forms.unseen.wronglyHiddenArea': { atMost: 0.005 },
        'timed.forms.medianSeconds': { atMost: 2.5 },
        peakMegabytes: { atMost: 1024 },
        'pdfs.leaks': { atMost: 0 },
        'pdfs.oversized': { atMost: 0 },
        'pdfs.peakMegabytes': { atMost: 1024 },
        ...('pdfs.scans.timeAgainstOcrmypdf' in figures && {
          'pdfs.scans.timeAgainstOcrmypdf': { atMost: 1 },
        }),
      },
    }
  },
}
