import type { Redaction } from '@exempta/redaction'
import { type PdfSample, pdfSample, sharedPdfs } from '../../../redaction/corpus/pdf-sample.ts'
import type { LabelledSecret, Point, Quad } from '../../../redaction/corpus/sheet.ts'
import { textsIn, valuesIn } from '../../../redaction/test/search-pdf.ts'
import { cachedSample, hashOf, openResultLog } from '../cache.ts'
import { type Job, startEngine } from '../engine-process.ts'
import { isMine, type Part } from '../jobs.ts'
import { score } from '../score.ts'

interface Kept {
  refusedAs?: string
  leaks: string[]
  outputBytes: number
}

interface Row extends Kept {
  sample: PdfSample
}

const firstSeed = 9001
const growth = 3
const bytesPerPage = 150_000

/** Redacts PDFs of every kind and looks for what they held in all of the output; then the shared set. */
export async function measurePdfAccuracy(
  count: number,
  part: Part,
  print: (line: string) => void,
): Promise<Record<string, number>> {
  const log = openResultLog<Kept>('pdfs', [
    'bench/redaction/pdf/judge-pdf.ts',
    'bench/redaction/score.ts',
    'redaction/test/search-pdf.ts',
  ])
  let engine: ReturnType<typeof startEngine> | undefined
  const rowsOf = async (samples: (() => Promise<PdfSample>)[]) => {
    const rows: Row[] = []
    for (const [index, draw] of samples.entries()) {
      const sample = await draw()
      const key = hashOf(JSON.stringify(sample.written), sample.bytes)
      let made: Kept | undefined
      if (!log.get(key) && isMine(part, index)) {
        engine ??= startEngine()
        made = await judge(engine, sample)
        // On a machine with too much to do a page may take too long to draw: that says nothing of the file.
        if (made.refusedAs !== 'too-complex') log.add(key, made)
      }
      const kept = log.get(key) ?? made
      if (!kept) continue
      rows.push({ sample, ...kept })
      if (kept.refusedAs) print(`  ${sample.name}: refused as ${kept.refusedAs}`)
      if (kept.leaks.length > 0) print(`  ${sample.name}: still there: ${kept.leaks.join(', ')}`)
    }
    return rows
  }
  try {
    const drawn = await rowsOf(
      Array.from({ length: count }, (_, i) => {
        const seed = firstSeed + i
        return () => cachedSample(`pdf-${seed}`, () => pdfSample(seed))
      }),
    )
    const shared = await rowsOf(sharedPdfs().map((sample) => async () => sample))
    return { ...figuresOf('pdfs', drawn), ...figuresOf('shared.pdfs', shared) }
  } finally {
    engine?.stop()
  }
}

async function judge(engine: ReturnType<typeof startEngine>, sample: PdfSample): Promise<Kept> {
  const { result } = await engine.run({ bytes: sample.bytes, options: {}, reader: 'cached' })
  const leaks = await leaksOf(engine, sample, result, 'cached')
  return result.verdict === 'refused'
    ? { refusedAs: result.reason, leaks, outputBytes: 0 }
    : { leaks, outputBytes: result.output.length }
}

function figuresOf(prefix: string, rows: readonly Row[]): Record<string, number> {
  if (rows.length === 0) return {}
  const total = (of: (row: Row) => number, from = rows) => from.reduce((sum, row) => sum + of(row), 0)
  const released = rows.filter(({ refusedAs }) => !refusedAs)
  const isOversized = ({ sample, outputBytes }: Row) =>
    outputBytes > Math.max(growth * sample.bytes.length, bytesPerPage * sample.pageCount)
  const pages = ({ sample }: Row) => sample.pageCount
  return {
    [`${prefix}.files`]: rows.length,
    [`${prefix}.pages`]: total(pages),
    [`${prefix}.secrets`]: total(
      ({ sample }) => sample.written.length + (sample.scanned?.secrets.length ?? 0),
    ),
    [`${prefix}.leaks`]: total(({ leaks }) => leaks.length),
    [`${prefix}.refused`]: 1 - released.length / rows.length,
    [`${prefix}.kilobytesPerPage`]:
      total(({ outputBytes }) => outputBytes, released) / 1000 / total(pages, released),
    [`${prefix}.oversized`]: released.filter(isOversized).length,
  }
}

type Engine = ReturnType<typeof startEngine>
type Released = Exclude<Redaction, { verdict: 'refused' }>

/** Every secret of a PDF that can still be found in what became of it, with where. */
async function leaksOf(
  engine: Engine,
  sample: PdfSample,
  result: Redaction,
  reader: Job['reader'],
): Promise<string[]> {
  if (result.verdict === 'refused') return []
  return [
    ...valuesIn(textsIn(result.output), sample.written).map((value) => `${value} as text`),
    ...(await readAgain(engine, sample, result, reader)).map((value) => `${value} in pixels`),
    ...scanLeaks(sample, result),
  ]
}

/** The values that the engine itself can read when it is given its own output. */
async function readAgain(
  engine: Engine,
  { written }: PdfSample,
  { output }: Released,
  reader: Job['reader'],
): Promise<string[]> {
  const { result } = await engine.run({ bytes: output, options: {}, reader })
  if (result.verdict === 'refused') return []
  const words = result.pages.map((page) => page.words.map(({ text }) => text).join(' '))
  const hiddenNow = result.pages
    .flatMap(({ findings }) => findings)
    .filter(({ confidence }) => confidence > 0.9)
  const read = valuesIn({ raw: [], written: words }, written)
  return [...read, ...hiddenNow.map(({ kind }) => kind)]
}

function scanLeaks({ name, scanned }: PdfSample, { pages, verdict }: Released): string[] {
  const page = scanned && pages[scanned.page]
  if (!page) return []
  const secrets = scanned.secrets.map((secret) => inPixels(secret, page))
  const sample = { name, kind: 'form', half: 'unseen', secrets } as const
  return score(sample, { verdict, pages: [page] }).leaks.map((kind) => `${kind} on a scan`)
}

function inPixels(
  secret: LabelledSecret,
  { width, height }: { width: number; height: number },
): LabelledSecret {
  const scale = ([x, y]: Point): Point => [x * width, y * height]
  return {
    ...secret,
    characters: secret.characters.map(({ text, quad }) => ({ text, quad: quad.map(scale) as Quad })),
  }
}
