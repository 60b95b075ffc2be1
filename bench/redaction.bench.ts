import type { Bench } from './bench.ts'
import { measure } from './redaction/measure.ts'

export const bench: Bench = {
  summary: 'secrets hidden on drawn cards and forms, next to Tesseract where it is installed',
  async run(print) {
    const figures = await measure({ cards: 300, forms: 100, pages: 40 }, 20, print)
    return {
      figures,
      limits: {
        'cards.unseen.hiddenOrRefused': { atLeast: 1 },
        'cards.unseen.refused': { atMost: 0.05 },
        'cards.unseen.medianSeconds': { atMost: 1 },
        'pages.unseen.hiddenOrRefused': { atLeast: 1 },
        'forms.unseen.hiddenOrRefused': { atLeast: 0.995 },
        'forms.unseen.wronglyHiddenArea': { atMost: 0.005 },
        'forms.unseen.medianSeconds': { atMost: 2.5 },
        peakMegabytes: { atMost: 1024 },
      },
    }
  },
}
