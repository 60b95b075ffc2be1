/** Draws filled forms and strangers, lets the engine read them, and keeps what it read for the next run. */
import { createHash } from 'node:crypto'
import { blankOf, knownCodes } from '../../redaction/corpus/forms/blanks.ts'
import {
  drawFilledForm,
  type FilledForm,
  type FormLabels,
} from '../../redaction/corpus/forms/draw-filled-form.ts'
import { drawStranger, type Stranger } from '../../redaction/corpus/forms/strangers.ts'
import { type Half, halfOfForm, styles } from '../../redaction/corpus/forms/styles.ts'
import { hashOf, openResultLog } from '../redaction/cache/cache-folder.ts'
import { openSampleCache } from '../redaction/cache/cached-sample.ts'
import { startEngine } from '../redaction/engine-process.ts'
import { type Judged, judge, type Kept, keptOf } from './judge.ts'

export interface Asked {
  half: Half
  /** Only this form. */
  code?: string | undefined
  /** Only so many files, the same ones in every run. */
  sample?: number | undefined
}

export interface MeasuredForm {
  labels: FormLabels
  judged: Judged
}

export interface MeasuredStranger {
  name: string
  takenFor: string | undefined
}

interface FormJob {
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
export async function jobsOf({ half, code, sample }: Asked): Promise<FormJob[]> {
  const codes = (await knownCodes()).filter((one) => (code ? one === code : halfOfForm(one) === half))
  if (code && codes.length === 0) throw new Error(`There is no blank of the form ${code}.`)
  const jobs: (FormJob & { order: string })[] = []
  for (const one of codes)
    for (const style of styles.filter((candidate) => candidate.half === half)) {
      const order = createHash('sha256').update(`${one} ${style.name}`).digest('hex')
      const { zones } = (await blankOf(one)).form
      const pages = new Set(zones.map(({ page }) => page)).size
      const page = 1 + (Number.parseInt(order.slice(0, 4), 16) % pages)
      jobs.push({ code: one, style: style.name, seed: seeds[half], page, order })
    }
  jobs.sort((a, b) => a.order.localeCompare(b.order))
  return jobs.slice(0, sample)
}

const cachedSample = openSampleCache('filled', [
  'redaction/corpus',
  'redaction/test/forms',
  'knowledge/states',
])

/** Drawn again when the zones of its form have changed. */
export async function drawJob({ code, style, seed, page }: FormJob): Promise<FilledForm> {
  const { form, bytes } = await blankOf(code)
  const id = `${code}-${style}-${seed}-${hashOf(JSON.stringify(form.zones), bytes).slice(0, 8)}`
  return cachedSample(id, () => drawFilledForm({ code, style, seed, page }))
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
    ...(await jobsOf(asked)).map((job) => async (engine: ReturnType<typeof startEngine>) => {
      const { bytes, labels } = await drawJob(job)
      forms.push({ labels, judged: judge(labels, await read(engine, bytes)) })
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

function strangerSeeds({ code, sample }: Asked): number[] {
  if (code) return []
  const count = sample === undefined ? strangersPerHalf : Math.min(strangersPerHalf, Math.ceil(sample / 3))
  return Array.from({ length: count }, (_, i) => i)
}

const formIn = (kept: Kept) =>
  kept.verdict === 'refused'
    ? undefined
    : kept.pages.find(({ reading }) => reading?.form)?.reading?.form?.code
