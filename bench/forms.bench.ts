import { hasRealForms } from '../redaction/corpus/forms/blanks.ts'
import type { Bench } from './bench.ts'
import { formFigures, formLimits } from './forms/form-figures.ts'
import { type Asked, type MeasuredForm, measureForms } from './forms/measure-forms.ts'
import { measureExtraTime } from './forms/time-forms.ts'

/**
 * `--half=tuning` measures the forms and styles that may be looked at; the others judge the result. `--sample=40` and
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
  return { half, code: textOf('code'), sample: sample === undefined ? undefined : Number(sample) }
}
