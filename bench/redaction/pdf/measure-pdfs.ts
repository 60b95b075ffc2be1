import type { Redaction } from '@exempta/redaction'
import { textsIn, valuesIn } from '../../../redaction/test/search-pdf.ts'
import type { LabelledSecret, Point, Quad } from '../corpus/sheet.ts'
import { type Answer, startEngine } from '../engine-process.ts'
import { score } from '../score.ts'
import { isOcrmypdfInstalled, secondsOfOcrmypdf } from './ocrmypdf.ts'
import { type PdfSample, pdfSample } from './pdf-sample.ts'
import { sharedPdfs } from './shared-pdfs.ts'

type Print = (line: string) => void
type Engine = ReturnType<typeof startEngine>
type Released = Exclude<Redaction, { verdict: 'refused' }>

interface Row {
  sample: PdfSample
  answer: Answer
  leaks: string[]
  secretCount: number
  ocrmypdfSeconds?: number
}

const firstSeed = 9001
const growth = 3
const bytesPerPage = 150_000

/** Draws PDFs of every kind, redacts them and looks for what they held in all of the output; then the shared set. */
export async function measurePdfs(count: number, print: Print): Promise<Record<string, number>> {
  const engine = startEngine()
  const drawn: Row[] = []
  const shared: Row[] = []
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    drawn.push(await judge(engine, await pdfSample(seed), print))
  }
  for (const sample of sharedPdfs()) shared.push(await judge(engine, sample, print))
  engine.stop()
  return { ...figuresOf('pdfs', drawn), ...(shared.length > 0 && figuresOf('shared.pdfs', shared)) }
}

async function judge(engine: Engine, sample: PdfSample, print: Print): Promise<Row> {
  const answer = await engine.run({ bytes: sample.bytes, options: {}, reader: 'product' })
  const leaks = await leaksOf(engine, sample, answer.result)
  if (answer.result.verdict === 'refused') print(`  ${sample.name}: refused as ${answer.result.reason}`)
  if (leaks.length > 0) print(`  ${sample.name}: still there: ${leaks.join(', ')}`)
  const isCompared = sample.kind === 'scanned' && isOcrmypdfInstalled()
  return {
    sample,
    answer,
    leaks,
    secretCount: sample.written.length + (sample.scanned?.secrets.length ?? 0),
    ...(isCompared && { ocrmypdfSeconds: secondsOfOcrmypdf(sample.bytes) }),
  }
}

async function leaksOf(engine: Engine, sample: PdfSample, result: Redaction): Promise<string[]> {
  if (result.verdict === 'refused') return []
  return [
    ...valuesIn(textsIn(result.output), sample.written).map((value) => `${value} as text`),
    ...(await readAgain(engine, sample, result)).map((value) => `${value} in pixels`),
    ...scanLeaks(sample, result),
  ]
}

/** The values that the engine itself can read when it is given its own output. */
async function readAgain(engine: Engine, { written }: PdfSample, { output }: Released) {
  const { result } = await engine.run({ bytes: output, options: {}, reader: 'product' })
  if (result.verdict === 'refused') return []
  const words = result.pages.map((page) => page.words.map(({ text }) => text).join(' '))
  const hiddenNow = result.pages
    .flatMap(({ findings }) => findings)
    .filter(({ confidence }) => confidence > 0.9)
  const read = valuesIn({ raw: [], written: words }, written)
  return [...read, ...hiddenNow.map(({ kind }) => kind)]
}

function scanLeaks({ name, scanned }: PdfSample, { pages, ...rest }: Released): string[] {
  const page = scanned && pages[scanned.page]
  if (!page) return []
  const secrets = scanned.secrets.map((secret) => inPixels(secret, page))
  const sample = { name, kind: 'form', half: 'unseen', secrets } as const
  return score(sample, { ...rest, pages: [page] }, { seconds: 0, cpuSeconds: 0 }).leaks.map(
    (kind) => `${kind} on a scan`,
  )
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

function figuresOf(prefix: string, rows: readonly Row[]): Record<string, number> {
  const total = (of: (row: Row) => number, from = rows) => from.reduce((sum, row) => sum + of(row), 0)
  const scans = rows.filter(({ sample }) => sample.kind === 'scanned')
  const rivals = rows.filter(({ ocrmypdfSeconds }) => ocrmypdfSeconds !== undefined)
  const released = rows.filter(({ answer }) => answer.result.verdict !== 'refused')
  const outputBytes = ({ answer: { result } }: Row) =>
    result.verdict === 'refused' ? 0 : result.output.length
  const isOversized = (row: Row) =>
    outputBytes(row) > Math.max(growth * row.sample.bytes.length, bytesPerPage * row.sample.pageCount)
  const pages = ({ sample }: Row) => sample.pageCount
  const seconds = ({ answer }: Row) => answer.seconds
  const ratio = total(seconds, rivals) / total((row) => row.ocrmypdfSeconds ?? 0, rivals)
  const figures = {
    files: rows.length,
    pages: total(pages),
    secrets: total(({ secretCount }) => secretCount),
    leaks: total(({ leaks }) => leaks.length),
    refused: 1 - released.length / rows.length,
    secondsPerPage: total(seconds) / total(pages),
    cpuSecondsPerPage: total(({ answer }) => answer.cpuSeconds) / total(pages),
    'scans.secondsPerPage': total(seconds, scans) / total(pages, scans),
    ...(rivals.length > 0 && {
      'scans.ocrmypdfSecondsPerPage': total((row) => row.ocrmypdfSeconds ?? 0, rivals) / total(pages, rivals),
      'scans.timeAgainstOcrmypdf': ratio,
    }),
    kilobytesPerPage: total(outputBytes, released) / 1000 / total(pages, released),
    oversized: released.filter(isOversized).length,
    peakMegabytes: Math.max(...rows.map(({ answer }) => answer.peakMegabytes)),
  }
  return Object.fromEntries(
    Object.entries(figures)
      .filter(([, value]) => !Number.isNaN(value))
      .map(([name, value]) => [`${prefix}.${name}`, value]),
  )
}
