import { cachedSample } from '../cache/cached-sample.ts'
import { type Answer, startEngine } from '../engine-process.ts'
import { isOcrmypdfInstalled, secondsOfOcrmypdf } from './ocrmypdf.ts'
import { type PdfSample, pdfSample } from './pdf-sample.ts'

interface Row {
  sample: PdfSample
  answer: Answer
}

const firstSeed = 9001

/** Takes times over PDFs of every kind, and of scans next to ocrmypdf. */
export async function measurePdfTimes(count: number): Promise<Record<string, number>> {
  const samples: PdfSample[] = []
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    samples.push(await cachedSample(`pdf-${seed}`, () => pdfSample(seed)))
  }
  const engine = startEngine()
  const rows: Row[] = []
  try {
    const run = (sample: PdfSample) => engine.run({ bytes: sample.bytes, options: {}, reader: 'product' })
    if (samples[0]) await run(samples[0])
    for (const sample of samples) rows.push({ sample, answer: await run(sample) })
  } finally {
    engine.stop()
  }
  const scans = rows.filter(({ sample }) => sample.kind === 'scanned')
  return {
    'pdfs.timed.pages': pagesOf(rows),
    'pdfs.timed.secondsPerPage': secondsOf(rows) / pagesOf(rows),
    'pdfs.timed.cpuSecondsPerPage': cpuSecondsOf(rows) / pagesOf(rows),
    'pdfs.scans.pages': pagesOf(scans),
    'pdfs.scans.secondsPerPage': secondsOf(scans) / pagesOf(scans),
    ...(isOcrmypdfInstalled() && nextToOcrmypdf(scans)),
    'pdfs.peakMegabytes': Math.max(...rows.map(({ answer }) => answer.peakMegabytes)),
  }
}

function nextToOcrmypdf(scans: readonly Row[]): Record<string, number> {
  const seconds = scans.reduce((sum, { sample }) => sum + secondsOfOcrmypdf(sample.bytes), 0)
  return {
    'pdfs.scans.ocrmypdfSecondsPerPage': seconds / pagesOf(scans),
    'pdfs.scans.timeAgainstOcrmypdf': secondsOf(scans) / seconds,
  }
}

const pagesOf = (rows: readonly Row[]) => rows.reduce((sum, { sample }) => sum + sample.pageCount, 0)
const secondsOf = (rows: readonly Row[]) => rows.reduce((sum, { answer }) => sum + answer.seconds, 0)
const cpuSecondsOf = (rows: readonly Row[]) => rows.reduce((sum, { answer }) => sum + answer.cpuSeconds, 0)
