import { hasRealForms } from '../redaction/corpus/forms/blanks.ts'
import { isByHand, styleNamed } from '../redaction/corpus/forms/styles.ts'
import type { Bench, BenchResult } from './bench.ts'
import type { Judged } from './forms/judge.ts'
import {
  type Asked,
  drawJob,
  isNewHand,
  jobsOf,
  type MeasuredForm,
  type MeasuredStranger,
  measureForms,
  paperKinds,
} from './forms/measure-forms.ts'
import { startEngine } from './redaction/engine-process.ts'

/** How much longer the engine takes because it reads what was filled in. */

const timedFiles = 12
const rounds = 3

/**
 * Processor time of the engine with forms less that without them, as a share of the latter. Values are read a second time,
 * so nothing may come from a store of what was read; one run takes a little longer than the next, so they take turns.
 */
async function measureExtraTime(asked: Asked): Promise<Record<string, number>> {
  const jobs = (await jobsOf(asked)).slice(0, timedFiles)
  const engine = startEngine()
  let [withForms, withoutForms] = [0, 0]
  try {
    for (const [i, job] of [jobs[0], ...jobs].entries()) {
      if (!job) continue
      const drawn = await drawJob(job)
      if (!drawn) continue
      const { bytes } = drawn
      const secondsOf = async (leaveOut: boolean) =>
        (await engine.run({ bytes, options: {}, reader: 'product', withoutForms: leaveOut })).cpuSeconds
      const seconds = { with: [] as number[], without: [] as number[] }
      for (let round = 0; round < rounds; round++) {
        seconds.without.push(await secondsOf(true))
        seconds.with.push(await secondsOf(false))
      }
      // The first file also loads models and forms.
      if (i === 0) continue
      withForms += median(seconds.with)
      withoutForms += median(seconds.without)
    }
  } finally {
    engine.stop()
  }
  return { 'timed.files': jobs.length, extraTime: withForms / withoutForms - 1 }
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** The figures of the benchmark of reading forms, and the limits they must keep. */

/** Printed names of the fields that have a limit. */
const fields = {
  number: 'number',
  purchaser: 'purchaser',
  'signed-on': 'date',
  seller: 'seller',
} as const

/** Files with text in them are read at least as well as scans. */
const groups = { scan: 'scans', photo: 'photos', text: 'texts' } as const
const media = ['text', 'scan', 'photo'] as const

const share = (part: number, whole: number) => (whole === 0 ? Number.NaN : part / whole)
const sum = (all: readonly Judged[], of: (judged: Judged) => number) =>
  all.reduce((total, judged) => total + of(judged), 0)

function formFigures(measured: readonly MeasuredForm[], strangers: readonly MeasuredStranger[]) {
  const figures: Record<string, number> = {}
  for (const papers of paperKinds)
    for (const [medium, group] of Object.entries(groups)) {
      const own = measured.filter((one) => one.papers === papers && one.labels.scanOrPhoto === medium)
      if (own.length > 0) addGroup(figures, papers === 'learned' ? group : `${papers}.${group}`, own)
    }
  const forms = measured.filter(({ papers }) => papers === 'learned')
  const marker = forms.filter(({ labels }) => isNewHand(styleNamed(labels.style)))
  if (marker.length > 0) addGroup(figures, 'newHandwriting', marker)
  const byHand = forms.filter(({ labels }) => isByHand(styleNamed(labels.style)))
  if (byHand.length > 0) addGroup(figures, 'byHand', byHand)
  const all = measured.map(({ judged }) => judged)
  const notLearned = measured
    .filter(({ papers }) => papers === 'revisions' || papers === 'unknown')
    .map(({ judged }) => judged)
  if (notLearned.length > 0) figures.sureOnOthers = sum(notLearned, ({ sure }) => sure)
  figures.strangers = strangers.length
  figures.strangersTakenForKnown = strangers.filter(({ takenFor }) => takenFor).length
  figures.sureShare = share(
    sum(all, ({ sure }) => sure),
    sum(all, ({ exact }) => [...exact.values()].reduce((total, { filled }) => total + filled, 0)),
  )
  const sure = sum(all, (judged) => judged.sure)
  figures.sureButWrong = sure === 0 ? 0 : sum(all, (judged) => judged.sureButWrong) / sure
  // Without the values, so that the half that judges stays unseen.
  for (const field of all.flatMap(({ wronglySure }) => wronglySure))
    figures[`wronglySure.${field}`] = (figures[`wronglySure.${field}`] ?? 0) + 1
  figures.numbersHidden = sum(all, ({ hiddenNumbers }) => hiddenNumbers)
  figures.secrets = sum(all, ({ secrets }) => secrets)
  figures.secretsReleased = sum(all, ({ releasedSecrets }) => releasedSecrets)
  return figures
}

function addGroup(figures: Record<string, number>, group: string, forms: readonly MeasuredForm[]) {
  const judged = forms.map((form) => form.judged)
  figures[`${group}.files`] = forms.length
  figures[`${group}.recognized`] = share(
    sum(judged, ({ recognized }) => recognized),
    sum(judged, ({ pages }) => pages),
  )
  for (const [field, name] of Object.entries(fields)) {
    const figure = exactShare(judged, field)
    if (!Number.isNaN(figure)) figures[`${group}.${name}`] = figure
  }
  const all = Object.keys(fields).map((field) => [field, exactShare(judged, field)] as const)
  const filled = (field: string) => sum(judged, ({ exact }) => exact.get(field)?.filled ?? 0)
  figures[`${group}.exact`] = share(
    all.reduce((total, [field, exact]) => total + (filled(field) === 0 ? 0 : exact * filled(field)), 0),
    all.reduce((total, [field]) => total + filled(field), 0),
  )
}

const exactShare = (judged: readonly Judged[], field: string) =>
  share(
    sum(judged, ({ exact }) => exact.get(field)?.right ?? 0),
    sum(judged, ({ exact }) => exact.get(field)?.filled ?? 0),
  )

const limitsOfGroup = {
  scans: { exact: 0.92, recognized: 0.99, number: 0.97, purchaser: 0.95, date: 0.95, seller: 0.92 },
  photos: { exact: 0.92, recognized: 0.97, number: 0.9, purchaser: 0.88, date: 0.9, seller: 0.85 },
  texts: { exact: 0.92, recognized: 0.99, number: 0.97, purchaser: 0.95, date: 0.95, seller: 0.92 },
  'revisions.texts': { exact: 0.85 },
  'revisions.scans': { exact: 0.85 },
  'revisions.photos': { exact: 0.85 },
  'unknown.texts': { purchaser: 0.7, seller: 0.7, number: 0.7, date: 0.7 },
  'unknown.photos': { purchaser: 0.5, seller: 0.5, number: 0.5, date: 0.5 },
} as const

/** Of groups only where they were measured: a small sample may have no photo. */
function formLimits(
  figures: Record<string, number>,
  parts: { accuracy: boolean; timed: boolean },
): BenchResult['limits'] {
  const limits: BenchResult['limits'] = {}
  for (const [group, ofGroup] of Object.entries(limitsOfGroup))
    for (const [name, atLeast] of Object.entries(ofGroup))
      if (figures[`${group}.${name}`] !== undefined) limits[`${group}.${name}`] = { atLeast }
  return {
    ...limits,
    ...(parts.accuracy && {
      strangersTakenForKnown: { atMost: 0 },
      sureButWrong: { atMost: 0.003 },
      numbersHidden: { atMost: 0 },
      secretsReleased: { atMost: 0 },
    }),
    ...(parts.timed && { extraTime: { atMost: 0.05 } }),
  }
}

/**
 * `--papers=revisions` measures other editions of known forms alone, `--papers=unknown` forms that nobody has learned,
 * `--papers=handwriting` known forms in a hand that nothing was tuned with.
 * `--medium=text`, `scan` or `photo` measures those alone. `--half=tuning` measures the forms and styles that may be looked at; the others judge the result. `--sample=40` and
 * `--code=ny-st-120` measure fewer files, `--list` names every field that was read wrong, `--accuracy` and `--timed`
 * run one part alone. What was read is kept, so that a run that was stopped goes on.
 */
export const bench: Bench = {
  summary: 'forms recognized and their fields read, on drawings of filled forms',
  async run(print, flags) {
    const asked = askedIn(flags)
    if (!hasRealForms) print('  There is no ../shared/forms: made-up forms are used.')
    const figures: Record<string, number> = {}
    const parts = { accuracy: !flags.includes('--timed'), timed: !flags.includes('--accuracy') }
    if (!parts.accuracy && !parts.timed) throw new Error('Write --accuracy or --timed, not both.')
    if (parts.accuracy) {
      const { forms, strangers } = await measureForms(asked, print)
      if (flags.includes('--list')) {
        for (const form of forms) listWrong(form, print)
        for (const { name, takenFor } of strangers) if (takenFor) print(`  ${name}: taken for ${takenFor}`)
      }
      Object.assign(figures, formFigures(forms, strangers))
    }
    if (parts.timed) Object.assign(figures, await measureExtraTime(asked))
    return { figures, limits: formLimits(figures, parts) }
  },
}

function listWrong({ labels, judged }: MeasuredForm, print: (line: string) => void) {
  for (const { field, expected, got, isSure } of judged.wrong)
    print(
      `  ${labels.form}  ${labels.style}  ${field}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}${isSure ? ', SURE' : ''}`,
    )
}

function askedIn(flags: readonly string[]): Asked {
  const textOf = (name: string) => {
    const flag = flags.find((one) => one.startsWith(`--${name}=`))
    return flag?.slice(name.length + 3)
  }
  const half = textOf('half') ?? 'unseen'
  if (half !== 'tuning' && half !== 'unseen')
    throw new Error(`Write --half=tuning or --half=unseen, not ${half}.`)
  const sample = textOf('sample')
  if (sample !== undefined && !/^[1-9]\d*$/.test(sample)) throw new Error(`Write --sample=40, not ${sample}.`)
  const papers = paperKinds.find((one) => one === textOf('papers'))
  if (textOf('papers') && !papers) throw new Error(`Write --papers=${paperKinds.join(' or --papers=')}.`)
  const medium = media.find((one) => one === textOf('medium'))
  if (textOf('medium') && !medium) throw new Error(`Write --medium=${media.join(' or --medium=')}.`)
  return {
    half,
    papers,
    medium,
    code: textOf('code'),
    sample: sample === undefined ? undefined : Number(sample),
  }
}
