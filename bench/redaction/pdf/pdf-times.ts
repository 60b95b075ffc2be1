import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { type PdfSample, pdfSample } from '../../../redaction/corpus/pdf-sample.ts'
import { prose } from '../../../redaction/corpus/prose.ts'
import { createRandom } from '../../../redaction/corpus/random.ts'
import { cachedSample } from '../cache.ts'
import { type Answer, type Job, startEngine } from '../engine-process.ts'

interface Row {
  sample: PdfSample
  answer: Answer
  /** The same file, read as if it held no text of its own. */
  asPictures?: Answer
}

const firstSeed = 9001
const bornKinds: readonly PdfSample['kind'][] = [
  'born',
  'turned',
  'fields',
  'characters',
  'annotated',
  'attached',
]
const longPages = 60
const densePages = 4
const comparedEvery = 3

/** Takes times over PDFs of every kind, and of scans next to ocrmypdf. */
export async function measurePdfTimes(count: number): Promise<Record<string, number>> {
  const samples: PdfSample[] = []
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    samples.push(await cachedSample(`pdf-${seed}`, () => pdfSample(seed)))
  }
  const engine = startEngine()
  const rows: Row[] = []
  const dense: Row[] = []
  try {
    const run = (sample: PdfSample, reader: Job['reader'] = 'product') =>
      engine.run({ bytes: sample.bytes, options: {}, reader })
    const timed = async (sample: PdfSample, isCompared: boolean): Promise<Row> => ({
      sample,
      answer: await run(sample),
      ...(isCompared && { asPictures: await run(sample, 'pictures') }),
    })
    if (samples[0]) await run(samples[0])
    for (const [i, sample] of samples.entries())
      rows.push(await timed(sample, isBorn(sample) && i % comparedEvery === 0))
    for (let seed = firstSeed; seed < firstSeed + densePages; seed++)
      dense.push(await timed(await denseSample(seed), seed === firstSeed))
    const long = await longSample(samples.filter(isBorn))
    if (long) rows.push({ sample: long, answer: await run(long) })
  } finally {
    engine.stop()
  }
  const long = rows.filter(({ sample }) => sample.pageCount === longPages)
  const born = rows.filter(({ sample }) => isBorn(sample) && sample.pageCount === 1)
  const scans = rows.filter(({ sample }) => sample.kind === 'scanned')
  return {
    'pdfs.timed.pages': pagesOf(rows),
    'pdfs.timed.secondsPerPage': secondsOf(rows) / pagesOf(rows),
    'pdfs.timed.cpuSecondsPerPage': cpuSecondsOf(rows) / pagesOf(rows),
    'pdfs.born.pages': pagesOf(born),
    'pdfs.born.secondsPerPage': secondsOf(born) / pagesOf(born),
    'pdfs.born.cpuSecondsPerPage': cpuSecondsOf(born) / pagesOf(born),
    'pdfs.born.timeAgainstPictures': timeAgainstPictures(born),
    'pdfs.dense.pages': pagesOf(dense),
    'pdfs.dense.secondsPerPage': secondsOf(dense) / pagesOf(dense),
    'pdfs.dense.cpuSecondsPerPage': cpuSecondsOf(dense) / pagesOf(dense),
    'pdfs.dense.timeAgainstPictures': timeAgainstPictures(dense),
    'pdfs.denseScan.secondsPerPage': secondsAsPictures(dense),
    'pdfs.long.pages': pagesOf(long),
    'pdfs.long.seconds': secondsOf(long),
    'pdfs.scans.pages': pagesOf(scans),
    'pdfs.scans.secondsPerPage': secondsOf(scans) / pagesOf(scans),
    ...(isOcrmypdfInstalled() && nextToOcrmypdf(scans)),
    'pdfs.peakMegabytes': Math.max(...[...rows, ...dense].map(({ answer }) => answer.peakMegabytes)),
  }
}

/** Processor time, as a share of what the same files take when their own text is not used. */
function timeAgainstPictures(rows: readonly Row[]): number {
  const compared = rows.filter(({ asPictures }) => asPictures)
  return (
    cpuSecondsOf(compared) / compared.reduce((sum, { asPictures }) => sum + (asPictures?.cpuSeconds ?? 0), 0)
  )
}

/** The same pages without their text, as a scanner makes them. */
function secondsAsPictures(rows: readonly Row[]): number {
  const compared = rows.flatMap(({ asPictures }) => asPictures ?? [])
  return compared.reduce((sum, { seconds }) => sum + seconds, 0) / compared.length
}

const denseSample = async (seed: number): Promise<PdfSample> => ({
  name: `dense-${seed}`,
  kind: 'born',
  bytes: await densePdf(seed),
  pageCount: 1,
  written: [],
})

const isBorn = ({ kind }: PdfSample) => bornKinds.includes(kind)

/** One file of many pages, made of the pages of others in turns. */
async function longSample(born: readonly PdfSample[]): Promise<PdfSample | undefined> {
  const [first] = born
  if (!first) return undefined
  const whole = await PDFDocument.create()
  const parts = await Promise.all(born.map(({ bytes }) => PDFDocument.load(bytes)))
  for (let i = 0; i < longPages; i++) {
    const [page] = await whole.copyPages(parts[i % parts.length] as PDFDocument, [0])
    if (page) whole.addPage(page)
  }
  return { ...first, name: 'long', bytes: await whole.save(), pageCount: longPages }
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

const size: [number, number] = [612, 792]
const margin = 36
const small = 8
const lineHeight = 10

/** A page of small print from top to bottom: paragraphs under headings, then rows of a table with dates and amounts. */
async function densePdf(seed: number): Promise<Uint8Array> {
  const random = createRandom(seed)
  const document = await PDFDocument.create()
  const [serif, bold, sans] = await Promise.all(
    [StandardFonts.TimesRoman, StandardFonts.HelveticaBold, StandardFonts.Helvetica].map((name) =>
      document.embedFont(name),
    ),
  )
  if (!serif || !bold || !sans) throw new Error('A standard font is missing.')
  const page = document.addPage(size)
  let y = size[1] - margin
  for (let section = 1; section <= 7; section++) {
    page.drawText(`Section ${section}. Purchases that are exempt`, {
      x: margin,
      y,
      size: small + 2,
      font: bold,
    })
    y -= lineHeight + 2
    for (let line = 0; line < 6; line++, y -= lineHeight)
      page.drawText(prose[(line + section) % prose.length] as string, {
        x: margin,
        y,
        size: small,
        font: serif,
      })
    y -= 4
  }
  for (; y > margin; y -= lineHeight) {
    const cells = [
      `${random.int(1, 12)}/${random.int(1, 28)}/2025`,
      `Order ${random.digits(6)}`,
      random.pick(['School supplies', 'Printing paper', 'Kitchen equipment', 'Books and maps']),
      `${random.int(1, 90)} pcs`,
      `$${random.int(1, 9)},${random.digits(3)}.${random.digits(2)}`,
    ]
    for (const [i, text] of cells.entries())
      page.drawText(text, { x: margin + i * 105, y, size: small, font: sans })
  }
  return document.save()
}

const isOcrmypdfInstalled = () => spawnSync('ocrmypdf', ['--version']).status === 0

/** Time that ocrmypdf takes to make the same file searchable, with both cores. */
function secondsOfOcrmypdf(pdf: Uint8Array): number {
  const folder = mkdtempSync(join(tmpdir(), 'exempta-ocr-'))
  try {
    writeFileSync(join(folder, 'in.pdf'), pdf)
    const start = performance.now()
    const { status, stderr } = spawnSync(
      'ocrmypdf',
      [
        '--quiet',
        '--jobs',
        '2',
        '--force-ocr',
        '--output-type',
        'pdf',
        '--optimize',
        '0',
        'in.pdf',
        'out.pdf',
      ],
      { cwd: folder, encoding: 'utf8' },
    )
    if (status !== 0) throw new Error(`ocrmypdf failed: ${stderr}`)
    return (performance.now() - start) / 1000
  } finally {
    rmSync(folder, { recursive: true })
  }
}
