/** Recognizes a blank form, and checks that what is filled into it can be read back. */
import type { FormZone } from '@exempta/contract/knowledge/blank-forms'
import { forms } from '@exempta/knowledge/forms'
import type { Form } from '@exempta/knowledge/schema'
import type { FieldName } from '@exempta/knowledge/terms'
import { AppError } from '../../platform/app-error.ts'
import { type RedactedPage, SandboxError } from '../../platform/sandbox/sandbox.ts'
import type { Services } from '../../platform/services.ts'
import { entriesFor, type FormValues, isMark } from './form-entries.ts'

export interface CheckedBlank {
  form: Form
  pages: { page: number; width: number; height: number }[]
  pictures: Uint8Array[]
  zones: FormZone[]
  unread: FieldName[]
}

/** Says which file is wrong, and why. */
export class BlankRefused extends Error {}

type Sandbox = Services['sandbox']

export async function checkBlank(
  { sandbox }: Pick<Services, 'sandbox'>,
  untrustedBytes: Uint8Array,
  signal: AbortSignal,
): Promise<CheckedBlank> {
  const pages = await readPages(sandbox, untrustedBytes, signal)
  const form = formOn(pages)
  // Print that runs into a zone may be read as a value, but never for sure.
  const filledIn = pages.flatMap(({ reading }) => reading?.fields ?? []).filter(({ isSure }) => isSure)
  if (filledIn.length > 0) throw new BlankRefused('This form is already filled in. Upload an empty one.')
  const zones = zonesOn(form, pages)
  return {
    form,
    zones,
    unread: await unreadFields(sandbox, untrustedBytes, form, zones, signal),
    pages: pages.map(({ width, height }, index) => ({ page: index + 1, width, height })),
    pictures: pages.map(({ picture }) => picture ?? new Uint8Array()),
  }
}

export async function readPages(
  sandbox: Sandbox,
  untrustedBytes: Uint8Array,
  signal: AbortSignal,
): Promise<RedactedPage[]> {
  const result = await inSandbox(() =>
    sandbox.redact(untrustedBytes, { withZones: true, whenFull: 'fail', signal }),
  )
  if (result.verdict === 'refused') throw new BlankRefused(result.advice)
  return result.pages
}

/** Turns what can go wrong in the sandbox into what the person can do about it. */
export async function inSandbox<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error
    if (error.failure === 'busy' || error.failure === 'closed') {
      throw new AppError('unavailable', { cause: error, retryAfterSeconds: 5 })
    }
    throw new BlankRefused('We can’t work with this file. Print it to a new PDF, then upload that.')
  }
}

function formOn(pages: readonly RedactedPage[]): Form {
  const codes = new Set(pages.flatMap(({ reading }) => reading?.form?.code ?? []))
  if (codes.size > 1) throw new BlankRefused('This file has more than one form. Upload them one by one.')
  const [code] = codes
  const form = code === undefined ? undefined : forms.get(code)
  if (!form) throw new BlankRefused('We don’t know this form. Upload the blank PDF from the state’s website.')
  if (form.issuedBy !== 'buyer') {
    throw new BlankRefused(`${form.name} is issued by the state. People share it as it is.`)
  }
  return form
}

/** The zones of a known form that were found, by the page of the file. */
export const zonesFound = (pages: readonly RedactedPage[]): FormZone[] =>
  pages.flatMap(({ reading }, index) =>
    (reading?.form?.zones ?? []).map(({ value = null, ...zone }) => ({ ...zone, value, page: index + 1 })),
  )

/** Every zone of the form as it lies on this blank. */
function zonesOn(form: Form, pages: readonly RedactedPage[]): FormZone[] {
  const zones = zonesFound(pages)
  const isInside = ({ x, y, width, height }: FormZone) =>
    x >= 0 && y >= 0 && x + width <= 1 && y + height <= 1
  if (zones.length < form.zones.length || !zones.every(isInside)) {
    throw new BlankRefused('Part of this form is missing. Upload every page of it, uncropped.')
  }
  return zones
}

// Values that look like nothing else on a form, and like no secret.
const probes: Partial<Record<FieldName, string>> = {
  purchaser: 'Prairie Wind Foods',
  'purchaser-address': '12 Elm Street, Troy NY 12180',
  seller: 'Summit Wholesale',
  'seller-address': '9 Oak Avenue, Salem OR 97301',
  number: '48213',
  business: 'Grocery store',
  items: 'Paper goods',
  signer: 'Dana Whitfield',
  title: 'Owner',
  'signed-on': '2026-05-04',
  'ends-on': '2027-12-31',
}

/** Fills in every field for a test, reads it back, and returns those that weren't read as they were filled in. */
async function unreadFields(
  sandbox: Sandbox,
  blank: Uint8Array,
  form: Form,
  zones: readonly FormZone[],
  signal: AbortSignal,
): Promise<FieldName[]> {
  const [state = null] = form.states
  const values: FormValues = {
    texts: Object.entries(probes).map(([name, value]) => ({ name: name as FieldName, state, value })),
    reason: null,
    isBlanket: zones.some(({ field }) => field === 'blanket') ? true : null,
    signature: { kind: 'typed', text: 'Dana Whitfield' },
  }
  const entries = entriesFor(form, zones, values)
  const { file, tooLong } = await inSandbox(() => sandbox.fill(blank, entries, signal))
  const result = await inSandbox(() => sandbox.redact(file, { whenFull: 'fail', signal }))
  const read =
    result.verdict === 'refused' ? [] : result.pages.flatMap(({ reading }) => reading?.fields ?? [])
  const fits = (field: FieldName) => !entries.some((entry, i) => entry.field === field && tooLong.includes(i))
  const isRead = (field: FieldName) => {
    const found = read.filter(({ name }) => name === field).map(({ value }) => value)
    if (field === 'signature' || isMark({ field, value: null })) return found.length > 0
    return sameText(found.join(' '), probes[field] ?? '')
  }
  const unread = [...new Set(entries.map(({ field }) => field))].filter(
    (field) => !(fits(field) && isRead(field)),
  )
  const vital = (['purchaser', 'seller'] as const).find((field) => unread.includes(field))
  if (vital) {
    throw new BlankRefused(
      `We filled in a test ${vital} and couldn’t read it back. Upload the PDF from the state’s website, not a scan.`,
    )
  }
  return unread
}

/** Blanks and commas may change where a value is spread over two lines. */
const sameText = (one: string, other: string) => letters(one) === letters(other)
const letters = (text: string) => text.replace(/[\s,]/g, '').toLowerCase()
