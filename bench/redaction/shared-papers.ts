/**
 * Public specimens beside the repository, with what to hide and what to keep as text. Where a value stands isn't labeled, so
 * a value counts as readable while a reading of the original still shows it outside of what was hidden.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { type Glyph, type Line, type Redaction, redact, type TextReader } from '@exempta/redaction'
import { pdfWriter } from '../../redaction/src/document/pdf-writer.ts'
import { pdfiumRasteriser } from '../../redaction/src/document/pdfium-rasteriser.ts'
import { fileTypeOf } from '../../redaction/src/document/rasteriser.ts'
import { sharpRasteriser } from '../../redaction/src/document/sharp-rasteriser.ts'
import { textLayerLines } from '../../redaction/src/document/text-layer-lines.ts'
import { jpegWriter, pngWriter } from '../../redaction/src/document/writer.ts'
import { centre, isInside } from '../../redaction/src/geometry/quad.ts'
import { readView } from '../../redaction/src/page/read-view.ts'
import { scaledView } from '../../redaction/src/picture/view.ts'
import { placeFormsOfBench } from '../../redaction/test/forms/place-made-up-forms.ts'
import { cachedReader } from './cache.ts'

const root = new URL('../../../shared/papers/', import.meta.url)
const folders = ['ids', 'docs', 'forms']
/** Blank forms of states: nothing on them is private. */
const blanks = new URL('../../../shared/forms/', import.meta.url)

interface Paper {
  file: string
  kind: string
  must_hide?: string[]
  keep?: string[]
}

interface Outcome {
  name: string
  verdict: 'clean' | 'redacted' | 'uncertain' | 'refused'
  reason: string | undefined
  areas: string[]
  leaked: string[]
  /** Values that the reading of the original doesn't show: only the eye can judge these. */
  unseen: string[]
  hidden: string[]
  seconds: Record<string, number>
}

/** A third of the files is only ever counted, so that a rule that fits its sample alone is noticed. */
const isKeptAside = (file: string) => (createHash('sha256').update(file).digest()[0] as number) % 3 === 0

interface Options {
  keptAside: boolean
  /** A part of the names to look at. */
  only: string | undefined
  print: (line: string) => void
}

/** Redacts every paper and prints what happened to each; of those kept aside, the sums alone. */
export async function measureSharedPapers({
  keptAside,
  only,
  print,
}: Options): Promise<Record<string, number>> {
  if (!existsSync(root)) {
    print('  No papers beside the repository: skipped.')
    return {}
  }
  const outcomes: Outcome[] = []
  for (const { folder, paper } of [...labeledPapers(), ...blankForms()]) {
    if (isKeptAside(paper.file) !== keptAside || (only && !new RegExp(only).test(paper.file))) continue
    const outcome = await judge(paper, readFileSync(new URL(paper.file, folder)))
    outcomes.push(outcome)
    if (!keptAside) for (const line of linesOf(outcome)) print(line)
  }
  return figuresOf(keptAside ? 'papers.keptAside' : 'papers.shared', outcomes)
}

const labeledPapers = () =>
  folders.flatMap((name) => {
    const folder = new URL(`${name}/`, root)
    const papers = JSON.parse(readFileSync(new URL('index.json', folder), 'utf8')) as Paper[]
    return papers.map((paper) => ({ folder, paper }))
  })

const blankForms = () =>
  readdirSync(blanks)
    .filter((file) => file.endsWith('.pdf'))
    .map((file): { folder: URL; paper: Paper } => ({ folder: blanks, paper: { file, kind: 'blank form' } }))

function linesOf({ name, verdict, reason, areas, leaked, unseen, hidden, seconds }: Outcome): string[] {
  const times = Object.entries(seconds)
    .map(([stage, time]) => `${stage} ${time.toFixed(1)}`)
    .join(', ')
  const isAlarm = leaked.length > 0 && verdict !== 'uncertain' && verdict !== 'refused'
  return [
    `  ${name}: ${verdict}${reason ? ` (${reason})` : ''}${isAlarm ? '  LEAK' : ''}  [${times}]`,
    ...(areas.length > 0 ? [`      ${areas.length} to look at: ${areas.join(' | ')}`] : []),
    ...(leaked.length > 0 ? [`      still readable: ${leaked.join(' | ')}`] : []),
    ...(hidden.length > 0 ? [`      hidden, should stay: ${hidden.join(' | ')}`] : []),
    ...(unseen.length > 0 ? [`      not read: ${unseen.join(' | ')}`] : []),
  ]
}

function figuresOf(prefix: string, outcomes: readonly Outcome[]): Record<string, number> {
  const count = (filter: (outcome: Outcome) => boolean) => outcomes.filter(filter).length
  const sum = (of: (outcome: Outcome) => number) =>
    outcomes.reduce((total, outcome) => total + of(outcome), 0)
  const isReleased = ({ verdict }: Outcome) => verdict === 'clean' || verdict === 'redacted'
  const seconds: Record<string, number> = {}
  for (const outcome of outcomes)
    for (const [stage, time] of Object.entries(outcome.seconds)) seconds[stage] = (seconds[stage] ?? 0) + time
  return {
    [`${prefix}.files`]: outcomes.length,
    [`${prefix}.refused`]: count(({ verdict }) => verdict === 'refused'),
    [`${prefix}.uncertain`]: count(({ verdict }) => verdict === 'uncertain'),
    [`${prefix}.areas`]: sum(({ areas }) => areas.length),
    [`${prefix}.releasedReadable`]: count((outcome) => isReleased(outcome) && outcome.leaked.length > 0),
    [`${prefix}.releasedUnread`]: count((outcome) => isReleased(outcome) && outcome.unseen.length > 0),
    [`${prefix}.valuesHiddenWrongly`]: sum(({ hidden }) => hidden.length),
    ...Object.fromEntries(
      Object.entries(seconds).map(([stage, time]) => [`${prefix}.seconds.${stage}`, time]),
    ),
  }
}

async function judge(paper: Paper, bytes: Uint8Array): Promise<Outcome> {
  const { ports, seconds } = await timedPorts()
  const start = performance.now()
  const result = await redact(bytes, { ports, today: '2026-11-01' })
  seconds.all = (performance.now() - start) / 1000
  const texts = await textsOf(bytes, result)
  const isIn = (value: string, list: readonly string[]) => list.some((text) => shows(text, value))
  const readable = (paper.must_hide ?? []).filter((value) => value !== 'BARCODE' && isIn(value, texts.after))
  const secrets = (paper.must_hide ?? []).filter((value) => value !== 'BARCODE')
  const areas =
    result.verdict === 'refused'
      ? []
      : result.pages.flatMap(({ uncertain }, page) =>
          uncertain.map(({ expected, reason, quad }) => {
            const glyphs = texts.glyphs[page]?.filter((glyph) => isInside(quad, centre(glyph.quad))) ?? []
            const seen = glyphs.map(({ text }) => text).join('')
            return `p${page + 1} ${expected} ${reason} “${seen.slice(0, 40)}”`
          }),
        )
  return {
    name: paper.file,
    verdict: result.verdict === 'refused' ? 'refused' : areas.length > 0 ? 'uncertain' : result.verdict,
    reason: result.verdict === 'refused' ? result.reason : kindsOf(result),
    areas,
    leaked: result.verdict === 'refused' ? [] : readable,
    unseen: secrets.filter((value) => !isIn(value, texts.before)),
    hidden:
      result.verdict === 'refused'
        ? []
        : (paper.keep ?? []).filter((value) => isIn(value, texts.before) && !isIn(value, texts.after)),
    seconds,
  }
}

function kindsOf(result: Exclude<Redaction, { verdict: 'refused' }>): string {
  const kinds = new Map<string, number>()
  for (const { kind } of result.pages.flatMap(({ findings }) => findings))
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  return [...kinds].map(([kind, count]) => `${count} ${kind}`).join(', ')
}

const lookalikes: Record<string, string> = { O: '0', Q: '0', I: '1', L: '1', S: '5', B: '8', Z: '2', G: '6' }
const folded = (text: string) =>
  text
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/[OQILSBZG]/g, (letter) => lookalikes[letter] as string)

// Marks that the value has at its ends may be lost in reading.
const lost = 1

/** Whether a text shows nearly all of a value, whatever stands between its characters. */
function shows(text: string, value: string): boolean {
  const [all, wanted] = [folded(text), folded(value)]
  const least = Math.max(4, wanted.length - lost)
  for (let from = 0; from + least <= Math.max(wanted.length, least); from++)
    if (all.includes(wanted.slice(from, from + least))) return true
  return all.includes(wanted) && wanted.length > 0
}

const rasterisers = { pdf: pdfiumRasteriser, jpeg: sharpRasteriser, png: sharpRasteriser }
// As the engine reads a page first, so that its reading is used again.
const look = { side: 2400, detectionSide: 1120 }

/** Everything that is read on the original, row by row, and what of it lies outside of hidden areas. */
async function textsOf(bytes: Uint8Array, result: Redaction) {
  const texts = { before: [] as string[], after: [] as string[], glyphs: [] as Glyph[][] }
  const type = fileTypeOf(bytes)
  if (!type || result.verdict === 'refused') return texts
  const document = await rasterisers[type].open(bytes)
  try {
    for (let index = 0; index < document.pageCount; index++) {
      const { picture, characters = [], isTextOnly } = await document.page(index)
      const hidden = result.pages[index]?.findings ?? []
      const readings: (readonly Line[])[] = [...textLayerLines(characters)]
      if (!isTextOnly)
        readings.push(
          await readView(cachedReader, await scaledView(picture, look.side), {
            detectionSide: look.detectionSide,
            enlarge: true,
          }),
        )
      texts.glyphs.push(readings[readings.length - 1]?.flatMap(({ glyphs }) => glyphs) ?? [])
      for (const lines of readings) {
        const shown = lines.map(({ glyphs }) =>
          glyphs.filter(({ quad }) => !hidden.some((finding) => isInside(finding.quad, centre(quad)))),
        )
        texts.before.push(...lines.map(({ text }) => text), lines.map(({ text }) => text).join(' '))
        texts.after.push(...shown.map((glyphs) => glyphs.map(({ text }) => text).join('')))
        texts.after.push(shown.map((glyphs) => glyphs.map(({ text }) => text).join('')).join(' '))
      }
    }
  } finally {
    await document.close()
  }
  return texts
}

/** The product's ports, with the seconds that each takes. */
async function timedPorts() {
  const seconds: Record<string, number> = {}
  const timed = async <Result>(stage: string, work: Promise<Result>): Promise<Result> => {
    const start = performance.now()
    try {
      return await work
    } finally {
      seconds[stage] = (seconds[stage] ?? 0) + (performance.now() - start) / 1000
    }
  }
  const reader: TextReader = {
    read: (picture, options) =>
      timed(options.detectionSide === 1120 ? 'read' : 'read again', cachedReader.read(picture, options)),
    readLines: (picture, places, options) =>
      timed('read lines', cachedReader.readLines?.(picture, places, options) ?? Promise.resolve([])),
  }
  const drawn = (rasteriser: typeof sharpRasteriser): typeof sharpRasteriser => ({
    async open(bytes) {
      const document = await timed('open', rasteriser.open(bytes))
      return {
        ...document,
        pageCount: document.pageCount,
        page: (index) => timed('draw', document.page(index)),
        close: () => document.close(),
      }
    },
  })
  const placeForm = await placeFormsOfBench()
  const ports = {
    reader,
    rasterisers: { pdf: drawn(pdfiumRasteriser), jpeg: drawn(sharpRasteriser), png: drawn(sharpRasteriser) },
    writers: { pdf: pdfWriter, jpeg: jpegWriter, png: pngWriter },
    placeForm,
  }
  return { ports, seconds }
}
