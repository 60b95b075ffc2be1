/** Makes certificates of what was read on the pages of a document. */
import type {
  DocumentReading,
  Exemption,
  FormSummary,
  ReadCertificate,
  ReadField,
  ReceivedReading,
} from '@exempta/contract/certificates'
import { forms } from '@exempta/knowledge/forms'
import type { Form } from '@exempta/knowledge/schema'
import { states } from '@exempta/knowledge/states'
import {
  type FieldName,
  GovernmentKind,
  NotACertificate,
  Organization,
  Reason,
  StateCode,
} from '@exempta/knowledge/terms'
import type { FieldRow, ReadingRow } from '../../documents/index.ts'
import type { SignedRow } from '../signing/queries.ts'
import { notesOn } from './notes.ts'
import type { ExemptionRow } from './queries.ts'

/** What the owner confirms. Addresses, items and titles are read, too, but decide nothing. */
const confirmedNames: readonly FieldName[] = [
  'purchaser',
  'seller',
  'number',
  'number-state',
  'reason',
  'single',
  'blanket',
  'signature',
  'signed-on',
  'ends-on',
]

/** Undefined for forms that we no longer know. */
const formOf = ({ form }: Pick<ReadingRow, 'form'>): Form | undefined =>
  form === null ? undefined : forms.get(form)

interface Read {
  /** Marked or recognized as a payment card. */
  isCard: boolean
  readings: readonly ReadingRow[]
  fields: readonly FieldRow[]
  exemption: ExemptionRow | undefined
  signed: SignedRow | undefined
}

/** What was read on a document and what its owner confirmed. */
export function asReading({ isCard, readings, fields, exemption, signed }: Read, now: Date): ReceivedReading {
  const confirmed = exemption ? asExemption(exemption) : null
  const confirmedForm = confirmed ? formOf(confirmed) : undefined
  return {
    isRead: readings.length > 0,
    notACertificate: notACertificate(readings, isCard),
    certificates: certificatesIn(readings, fields, now),
    confirmed,
    confirmedForm: confirmedForm ? summaryOf(confirmedForm) : null,
    confirmedNotes: confirmed
      ? notesOn({ ...confirmed, hasHiddenLicense: readings.some((one) => one.has_hidden_license) }, now)
      : [],
    signedHere: signed ? asSigned(signed, readings) : null,
  }
}

const asSigned = (
  { signer, title, email, signed_at, version }: SignedRow,
  readings: readonly Pick<ReadingRow, 'version'>[],
): DocumentReading['signedHere'] => ({
  signer,
  title,
  email,
  signedAt: signed_at.toISOString(),
  isUnchanged: readings.every((reading) => reading.version === version),
})

function certificatesIn(
  readings: readonly ReadingRow[],
  fields: readonly FieldRow[],
  now: Date,
): ReadCertificate[] {
  const all = groupPages(readings.filter((reading) => reading.not_a_certificate === null)).map((pages) =>
    certificateOn(pages, fields, now),
  )
  // The unused side of a sheet is no certificate of its own.
  const filled = all.filter(({ isEmpty }) => !isEmpty)
  return filled.length > 0 ? filled : all.slice(0, 1)
}

/** The kind of paper that a document is instead of a certificate; null when it holds one. */
function notACertificate(
  readings: readonly ReadingRow[],
  isCard: boolean,
): DocumentReading['notACertificate'] {
  if (readings.some(({ form }) => form !== null)) return null
  if (isCard) return 'payment-card'
  const names = readings.map(({ not_a_certificate: name }) => name)
  // Only a document without anything is a blank one.
  const isBlank = names.every((name) => name === 'blank-page')
  const found = names.find((name) => name !== null && (isBlank || name !== 'blank-page'))
  return NotACertificate.safeParse(found).data ?? null
}

/** A new certificate begins with another form, or with a page of the form that was there already. */
function groupPages(readings: readonly ReadingRow[]): ReadingRow[][] {
  const groups: ReadingRow[][] = []
  for (const reading of readings) {
    const group = groups[groups.length - 1]
    const own = group?.filter(({ form }) => form !== null) ?? []
    const isNext =
      reading.form === null ||
      own.length === 0 ||
      own.every(({ form, form_page: page }) => form === reading.form && page !== reading.form_page)
    if (group && isNext) group.push(reading)
    else groups.push([reading])
  }
  return groups
}

function certificateOn(
  readings: readonly ReadingRow[],
  allFields: readonly FieldRow[],
  now: Date,
): ReadCertificate {
  const pages = readings.map(({ page }) => page)
  const form = readings.map(formOf).find((one) => one !== undefined)
  const fields = allFields.filter(({ page }) => pages.includes(page)).map(asField)
  const edition = readings.find(({ form_edition: one }) => one)
  const hasHiddenLicense = readings.some((reading) => reading.has_hidden_license)
  const suggestion = suggestionOf(form, fields, form !== undefined && !edition)
  const notes = notesOn({ ...suggestion, hasHiddenLicense }, now)
  const isComplete = suggestion.purchaser !== null && suggestion.states.length > 0 && notes.length === 0
  return {
    pages,
    form: form ? summaryOf(form) : null,
    edition: edition?.form_edition ?? null,
    printedRevision: readings.find(({ printed_revision: one }) => one)?.printed_revision ?? null,
    hasHiddenLicense,
    isEmpty: form !== undefined && !edition && fields.length === 0,
    fields,
    suggestion,
    isSure:
      form !== undefined &&
      !edition &&
      isComplete &&
      fields.every(({ name, isSure }) => isSure || !confirmedNames.includes(name)),
    notes,
  }
}

export const summaryOf = (form: Form): FormSummary => ({
  code: form.code,
  name: form.name,
  title: form.title,
  revision: form.revision,
  newerRevision: form.currentRevision ?? null,
  address: form.source.address,
  states: form.states,
  reasons: form.reasons,
  namesSeller: form.namesSeller,
})

const asField = ({ page, name, value, state, quad, is_sure }: FieldRow): ReadField => ({
  page,
  name: name as FieldName,
  value,
  state,
  quad,
  isSure: is_sure,
})

/** Signatures and marks are looked for only where the form says where they are. */
function suggestionOf(
  form: Form | undefined,
  fields: readonly ReadField[],
  isKnownEdition: boolean,
): ReadCertificate['suggestion'] {
  const firstOf = (name: FieldName) => fields.find((field) => field.name === name)?.value ?? null
  const marked = Reason.safeParse(firstOf('reason')).data
  return {
    form: form?.code ?? null,
    purchaser: firstOf('purchaser'),
    seller: firstOf('seller'),
    reason: marked ?? (form?.reasons.length === 1 ? (form.reasons[0] ?? null) : null),
    isBlanket: isBlanket(form, fields, isKnownEdition),
    hasSignature: fields.some(({ name }) => name === 'signature') || (isKnownEdition ? false : null),
    signedOn: firstOf('signed-on'),
    expiresOn: firstOf('ends-on'),
    ...buyerOf(marked ?? null),
    states: statesOf(form, fields),
  }
}

/** What the reason alone says about who buys. */
const buyerOf = (reason: Reason | null) => ({
  government: reason === 'federal-government' ? ('federal' as const) : null,
  governmentState: null,
  organization: reason === 'religious' ? ('church' as const) : null,
})

function isBlanket(
  form: Form | undefined,
  fields: readonly ReadField[],
  isKnownEdition: boolean,
): boolean | null {
  const [single, blanket] = (['single', 'blanket'] as const).map((name) =>
    fields.some((field) => field.name === name),
  )
  if (single !== blanket) return blanket ?? null
  if (single || !form || !isKnownEdition || form.unmarked === 'unknown') return null
  return form.unmarked === 'blanket'
}

function statesOf(
  form: Form | undefined,
  fields: readonly ReadField[],
): ReadCertificate['suggestion']['states'] {
  const numbers = fields.filter(({ name }) => name === 'number')
  const [only, ...others] = form?.states ?? []
  if (only && others.length === 0) {
    // Its own number comes first among those of other states.
    const number = numbers.find(({ state }) => state === only) ?? numbers[0]
    return [{ state: only, number: number?.value ?? null, issuedBy: issuerOf(number, fields) }]
  }
  const written = stateNamed(fields.find(({ name }) => name === 'number-state')?.value)
  const found = new Map<string, ReadField>()
  for (const number of numbers) {
    const code = number.state ?? written
    if (code && !found.has(code)) found.set(code, number)
  }
  // The heading of a form that we don't know names its state, though no number was found.
  if (found.size === 0 && written)
    return [{ state: written, number: numbers[0]?.value ?? null, issuedBy: null }]
  return [...found].map(([state, number]) => ({
    state,
    number: number.value,
    issuedBy: issuerOf(number, fields),
  }))
}

/** The state that is written beside the number, or the one whose line it's on. */
function issuerOf(number: ReadField | undefined, fields: readonly ReadField[]): string | null {
  if (!number) return null
  const beside = fields.filter(({ name }) => name === 'number-state')
  const written = beside.length === 1 ? stateNamed(beside[0]?.value) : undefined
  return written ?? number.state
}

/** Of a state that was written as its name or its two letters. */
function stateNamed(text: string | undefined): string | undefined {
  if (!text) return undefined
  const code = StateCode.safeParse(text.trim().toUpperCase()).data
  if (code && states.has(code)) return code
  const wanted = text.trim().toLowerCase()
  return [...states.values()].find(({ name }) => name.toLowerCase() === wanted)?.code
}

export const asExemption = (row: ExemptionRow): Exemption => ({
  form: row.form,
  purchaser: row.purchaser,
  seller: row.seller,
  reason: Reason.safeParse(row.reason).data ?? null,
  isBlanket: row.is_blanket,
  hasSignature: row.has_signature,
  signedOn: row.signed_on,
  expiresOn: row.expires_on,
  government: GovernmentKind.safeParse(row.government).data ?? null,
  governmentState: row.government_state,
  organization: Organization.safeParse(row.organization).data ?? null,
  states: row.states,
  pages: row.pages,
  confirmedAt: row.confirmed_at.toISOString(),
})

const statedNames = [
  'form',
  'purchaser',
  'seller',
  'reason',
  'isBlanket',
  'hasSignature',
  'signedOn',
  'expiresOn',
  'government',
  'governmentState',
  'organization',
] as const
type Stated = Record<(typeof statedNames)[number], unknown> & {
  states: readonly { state: string; number: string | null; issuedBy: string | null }[]
}

/** Whether a reviewer who verified the one has verified the other, too. */
export function hasSameContent(one: Stated, other: Stated | undefined): boolean {
  const words = ({ states, ...stated }: Stated) =>
    JSON.stringify([
      ...statedNames.map((name) => stated[name]),
      states.map(({ state, number, issuedBy }) => `${state} ${number ?? ''} ${issuedBy ?? ''}`).sort(),
    ])
  return other !== undefined && words(one) === words(other)
}
