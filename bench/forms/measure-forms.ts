/** Draws filled forms and strangers, lets the engine read them, and keeps what it read for the next run. */
import { createHash } from 'node:crypto'
import { type Blank, blankOf, knownCodes } from '../../redaction/corpus/forms/blanks.ts'
import {
  drawFilledForm,
  type FilledForm,
  type FormLabels,
} from '../../redaction/corpus/forms/draw-filled-form.ts'
import { otherEdition } from '../../redaction/corpus/forms/other-editions.ts'
import { drawStranger, type Stranger } from '../../redaction/corpus/forms/strangers.ts'
import { type Half, halfOfForm, type Style, styles } from '../../redaction/corpus/forms/styles.ts'
import { unknownForms } from '../../redaction/corpus/forms/unknown-layouts.ts'
import { hashOf, openResultLog, openSampleCache } from '../redaction/cache.ts'
import { startEngine } from '../redaction/engine-process.ts'
import { type Judged, judge, type Kept, keptOf } from './judge.ts'

export interface Asked {
  half: Half
  /** Only this form. */
  code?: string | undefined
  /** Only so many files of each kind, the same ones in every run. */
  sample?: number | undefined
  papers?: PaperKind | undefined
  /** Only files with text in them, scans or photos. */
  medium?: Style['medium'] | undefined
}

/** The forms that were learned, other editions of them, certificates that nobody has learned, and new handwriting. */
export const paperKinds = ['learned', 'revisions', 'unknown', 'handwriting'] as const
type PaperKind = (typeof paperKinds)[number]

export interface MeasuredForm {
  papers: PaperKind
  labels: FormLabels
  judged: Judged
}

export interface MeasuredStranger {
  name: string
  takenFor: string | undefined
}

interface FormJob {
  papers: PaperKind
  code: string
  style: string
  seed: number
  page: number
}

const processes = 2
const strangersPerHalf = 72
// Seeds of the halves differ, so that no value is drawn in both.
const seeds: Record<Half, number> = { tuning: 1, unseen: 2 }

/** Every form of a half in every style of the half, in a fixed order that takes turns. */
export async function jobsOf(
  { half, code, sample, medium }: Asked,
  papers: PaperKind = 'learned',
): Promise<FormJob[]> {
  const unknown = papers === 'unknown' ? await unknownForms(half) : []
  const all = papers === 'unknown' ? unknown.map(({ form }) => form.code) : await knownCodes()
  const isAsked = (one: string) => (code ? one === code : papers === 'unknown' || halfOfForm(one) === half)
  const codes = all.filter(isAsked)
  if (code && papers === 'learned' && codes.length === 0)
    throw new Error(`There is no blank of the form ${code}.`)
  const jobs: (FormJob & { order: string })[] = []
  const ownStyles = styles
    .filter(papers === 'handwriting' ? isNewHand : (one) => one.half === half)
    .filter((one) => !medium || one.medium === medium)
  for (const one of codes)
    for (const style of ownStyles) {
      const order = createHash('sha256').update(`${one} ${style.name}`).digest('hex')
      const { zones } = unknown.find(({ form }) => form.code === one)?.form ?? (await blankOf(one)).form
      const pages = new Set(zones.map(({ page }) => page)).size
      const page = 1 + (Number.parseInt(order.slice(0, 4), 16) % pages)
      jobs.push({ papers, code: one, style: style.name, seed: seeds[half], page, order })
    }
  jobs.sort((a, b) => a.order.localeCompare(b.order))
  return jobs.slice(0, sample)
}

/** Nothing was tuned with this font. */
export const isNewHand = ({ font }: Style) => font === 'marker'

const cachedSample = openSampleCache('filled', [
  'redaction/corpus',
  'redaction/test/forms',
  'knowledge/states',
])

/** Drawn again when the zones of its form have changed. Undefined for blanks that can't be set again. */
export async function drawJob({ papers, code, style, seed, page }: FormJob): Promise<FilledForm | undefined> {
  const blank = await blankFor(papers, code, seed)
  if (!blank) return undefined
  const hash = hashOf(JSON.stringify(blank.form.zones), blank.bytes).slice(0, 8)
  return cachedSample(`${papers}-${code}-${style}-${seed}-${hash}`, () =>
    drawFilledForm({ code, style, seed, page, blank }),
  )
}

async function blankFor(papers: PaperKind, code: string, seed: number): Promise<Blank | undefined> {
  if (papers === 'learned' || papers === 'handwriting') return blankOf(code)
  if (papers === 'revisions') {
    const edition = await otherEdition(code, seed)
    // Pages are drawn once for each code.
    return edition && { ...edition, form: { ...edition.form, code: `${code}-edition-${seed}` } }
  }
  const all = [...(await unknownForms('tuning')), ...(await unknownForms('unseen'))]
  const own = all.find(({ form }) => form.code === code)
  return own && { form: own.form, bytes: own.blank }
}

export async function measureForms(
  asked: Asked,
  print: (line: string) => void,
): Promise<{ forms: MeasuredForm[]; strangers: MeasuredStranger[] }> {
  const log = openResultLog<Kept>('forms', ['knowledge'])
  const forms: MeasuredForm[] = []
  const strangers: MeasuredStranger[] = []
  const read = async (engine: ReturnType<typeof startEngine>, bytes: Uint8Array): Promise<Kept> => {
    const key = hashOf(bytes)
    const known = log.get(key)
    if (known) return known
    const { result } = await engine.run({ bytes, options: {}, reader: 'cached' })
    const kept = keptOf(result)
    log.add(key, kept)
    return kept
  }
  const works = [
    ...(await allJobsOf(asked)).map((job) => async (engine: ReturnType<typeof startEngine>) => {
      const drawn = await drawJob(job)
      if (!drawn) return
      const { bytes, labels } = drawn
      forms.push({ papers: job.papers, labels, judged: judge(labels, await read(engine, bytes)) })
    }),
    ...strangerSeeds(asked).map((seed) => async (engine: ReturnType<typeof startEngine>) => {
      const { name, bytes } = await cachedSample<Stranger>(`stranger-${asked.half}-${seed}`, () =>
        drawStranger(seed, asked.half),
      )
      strangers.push({ name, takenFor: formIn(await read(engine, bytes)) })
    }),
  ]
  const count = works.length
  let done = 0
  const work = async () => {
    const engine = startEngine()
    try {
      for (let next = works.shift(); next; next = works.shift()) {
        await next(engine)
        done++
        if (done % 25 === 0) print(`  ${done} of ${count} files`)
      }
    } finally {
      engine.stop()
    }
  }
  await Promise.all(Array.from({ length: processes }, work))
  return { forms, strangers }
}

const allJobsOf = async (asked: Asked): Promise<FormJob[]> =>
  (
    await Promise.all(
      paperKinds
        .filter((papers) => !asked.papers || asked.papers === papers)
        .map((papers) => jobsOf(asked, papers)),
    )
  ).flat()

function strangerSeeds({ code, sample, medium, papers = 'learned' }: Asked): number[] {
  if (code || medium || papers !== 'learned') return []
  const count = sample === undefined ? strangersPerHalf : Math.min(strangersPerHalf, Math.ceil(sample / 3))
  return Array.from({ length: count }, (_, i) => i)
}

const formIn = (kept: Kept) =>
  kept.verdict === 'refused'
    ? undefined
    : kept.pages.find(({ reading }) => reading?.form)?.reading?.form?.code
