/** Compares what was read from a filled form with what was written on it. */
import type { Finding, RedactedPage, Redaction, UncertainArea } from '@exempta/redaction'
import type { FieldLabel, FormLabels } from '../../redaction/corpus/forms/draw-filled-form.ts'
import type { LabelledSecret, Quad } from '../../redaction/corpus/sheet.ts'
import { score } from '../redaction/score.ts'

type AnyQuad = readonly (readonly [number, number])[]

/** The part of a page's reading that is judged; pages of an engine that reads nothing have none. */
export interface Reading {
  form?: { code: string; page: number; confidence: number }
  fields: readonly {
    name: string
    value: string
    state?: string
    isSure: boolean
    quad: AnyQuad
  }[]
}

/** What is kept of a result: no bytes and no words. */
export type Kept =
  | { verdict: 'refused'; reason: string }
  | {
      verdict: 'clean' | 'redacted'
      pages: {
        width: number
        height: number
        findings: Finding[]
        uncertain: UncertainArea[]
        reading?: Reading
      }[]
    }

export function keptOf(result: Redaction): Kept {
  if (result.verdict === 'refused') return { verdict: 'refused', reason: result.reason }
  const pages = result.pages.map((page: RedactedPage & { reading?: Reading }) => {
    const { width, height, findings, uncertain, reading } = page
    return { width, height, findings, uncertain, ...(reading && { reading }) }
  })
  return { verdict: result.verdict, pages }
}

export interface WrongField {
  field: string
  expected: string
  got: string
  isSure: boolean
}

export interface Judged {
  /** Pages of the file that show the form, and those of them that were taken for it. */
  pages: number
  recognized: number
  /** By field name: how often it was filled in, and read as it was written. */
  exact: Map<string, { filled: number; right: number }>
  /** Values that need nobody to look at them, and those of them that are not on the page. */
  sure: number
  sureButWrong: number
  /** The fields of those, each as often as it was wrong. */
  wronglySure: string[]
  numbers: number
  hiddenNumbers: number
  secrets: number
  /** License numbers and Social Security numbers that can still be read, on pages nobody is asked to look at. */
  releasedSecrets: number
  wrong: WrongField[]
}

const tidy = (text: string) =>
  text
    .toLowerCase()
    .replace(/[‐-―]/g, '-')
    .replace(/[’‘]/g, "'")
    .replace(/\s+/g, ' ')
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')

/** Dashes and blanks within numbers, and commas within addresses, mean nothing. */
function normalized(name: string, text: string): string {
  if (name === 'number') return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  if (name.endsWith('address')) return tidy(text.replace(/[,.]/g, ' '))
  return tidy(text)
}

const isSame = (name: string, one: string, other: string) => normalized(name, one) === normalized(name, other)

/** A file that was refused has no pages: everything in it counts as not read. */
export function judge(labels: FormLabels, kept: Kept): Judged {
  const pages = kept.verdict === 'refused' ? [] : kept.pages
  const judged: Judged = {
    pages: labels.pages,
    recognized: pages
      .slice(0, labels.pages)
      .filter(
        ({ reading }, i) => reading?.form?.code === labels.form && reading.form.page === labels.page + i,
      ).length,
    exact: new Map(),
    sure: 0,
    sureButWrong: 0,
    wronglySure: [],
    numbers: labels.fields.filter(({ name }) => name === 'number').length,
    hiddenNumbers: 0,
    secrets: labels.fields.filter(({ isSecret }) => isSecret).length,
    releasedSecrets: 0,
    wrong: [],
  }
  const read = pages.flatMap(({ reading }) => reading?.fields ?? [])
  if (judged.recognized < judged.pages) {
    const got = pages.map(({ reading }) => reading?.form?.code ?? 'unknown').join(', ')
    const outcome = kept.verdict === 'refused' ? `refused: ${kept.reason}` : got
    judged.wrong.push({ field: 'form', expected: labels.form, got: outcome, isSure: false })
  }
  for (const label of labels.fields) if (!label.isSecret) judgeField(judged, label, read)
  for (const field of read) judgeSure(judged, field, labels)
  for (const [index, page] of pages.entries()) judgeHidden(judged, labels, index + 1, page)
  return judged
}

function judgeField(judged: Judged, { name, value, state }: FieldLabel, read: Reading['fields']) {
  const ofName = read.filter((field) => field.name === name)
  const isRight = ofName.some(
    (field) => isSame(name, field.value, value) && (!state || !field.state || field.state === state),
  )
  const counts = judged.exact.get(name) ?? { filled: 0, right: 0 }
  judged.exact.set(name, {
    filled: counts.filled + 1,
    right: counts.right + (isRight ? 1 : 0),
  })
  if (!isRight)
    judged.wrong.push({
      field: state ? `${name} ${state}` : name,
      expected: value,
      got: ofName.map((field) => field.value).join(' | '),
      isSure: ofName.some(({ isSure }) => isSure),
    })
}

function judgeSure(judged: Judged, field: Reading['fields'][number], labels: FormLabels) {
  if (!field.isSure) return
  judged.sure++
  if (isOnPage(field, labels)) return
  judged.sureButWrong++
  judged.wronglySure.push(field.name)
  const written = [...labels.fields, ...labels.ticks].filter(({ name }) => name === field.name)
  // Fields that were filled in with something else are listed already; ticks are not.
  if (field.name === 'number' || !labels.fields.some(({ name }) => name === field.name))
    judged.wrong.push({
      field: field.name,
      expected: written.map(({ value }) => value).join(' | '),
      got: field.value,
      isSure: true,
    })
}

function isOnPage({ name, value, state }: Reading['fields'][number], labels: FormLabels): boolean {
  if (name === 'signature') return labels.hasSignature
  const written = [...labels.fields, ...labels.ticks].filter((label) => label.name === name)
  const values = written
    .filter((label) => !state || !label.state || label.state === state)
    .map((label) => label.value)
  // An address may be read line by line, or as a whole.
  return [...values, values.join(' ')].some((one) => isSame(name, one, value))
}

function judgeHidden(
  judged: Judged,
  { fields }: FormLabels,
  number: number,
  page: Extract<Kept, { pages: unknown }>['pages'][number],
) {
  const onPage = (label: FieldLabel): LabelledSecret => ({
    type: label.name,
    keptCount: label.name === 'ssn' ? 4 : 0,
    characters: [...label.value.replace(/\s/g, '')].flatMap((text, i) => {
      const quad = label.characters[i]
      if (!quad || !/[\p{L}\p{N}]/u.test(text)) return []
      return [{ text, quad: quad.map(([x, y]) => [x * page.width, y * page.height]) as Quad }]
    }),
  })
  const own = fields.filter((label) => label.page === number)
  const secrets = own.filter(({ isSecret }) => isSecret).map(onPage)
  const kept = own.filter(({ name }) => name === 'number').map(onPage)
  const { leaks, hiddenWords, isUncertain } = score(
    { name: '', kind: 'form', half: 'tuned', secrets, kept },
    { verdict: 'redacted', pages: [page] },
  )
  judged.hiddenNumbers += hiddenWords.length
  if (!isUncertain) judged.releasedSecrets += leaks.length
  for (const { text } of hiddenWords)
    judged.wrong.push({ field: 'number hidden', expected: text, got: '', isSure: false })
  for (const leak of leaks)
    judged.wrong.push({
      field: `${leak} released`,
      expected: 'hidden',
      got: isUncertain ? 'marked as uncertain' : 'readable',
      isSure: false,
    })
}
