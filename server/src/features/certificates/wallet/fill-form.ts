/** What a certificate can be filled in on for another seller, with what we know already. */

import type { getFillForm as contract, FillableForm, FillField } from '@exempta/contract/certificates/fill'
import type { FormZone } from '@exempta/contract/knowledge/blank-forms'
import type { RouteReturn } from '@exempta/contract/route'
import { forms } from '@exempta/knowledge/forms'
import type { Form } from '@exempta/knowledge/schema'
import { type FieldName, Reason } from '@exempta/knowledge/terms'
import { AppError } from '../../../platform/app-error.ts'
import { type Call, type PersonActor, personOf } from '../../../platform/call.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Services } from '../../../platform/services.ts'
import { type DocumentRow, type FieldRow, findOwnDocument, listFields } from '../../documents/index.ts'
import { type BlankRow, isMark, listBlanks, stateOfZone } from '../../knowledge/index.ts'
import { type ExemptionRow, findExemption } from '../reading/queries.ts'

export interface Source {
  document: DocumentRow
  exemption: ExemptionRow
  fields: FieldRow[]
}

/** A confirmed certificate of this person. */
export async function requireSource(tx: Transaction, person: PersonActor, id: string): Promise<Source> {
  const document = await findOwnDocument(tx, person.id, id)
  const exemption = document && (await findExemption(tx, id))
  if (!document || !exemption) throw new AppError('not-found')
  return { document, exemption, fields: await listFields(tx, id, document.version) }
}

export function getFillForm(
  { database, clock }: Services,
  call: Call,
  id: string,
): Promise<RouteReturn<typeof contract>> {
  const person = personOf(call)
  return database.transact(
    person,
    async (tx) => {
      const source = await requireSource(tx, person, id)
      const { document, exemption } = source
      const today = clock.now().toISOString().slice(0, 10)
      const usable = blanksFor(exemption, await listBlanks(tx))
      return {
        document: { id: document.id, name: document.name },
        reason: Reason.safeParse(exemption.reason).data ?? null,
        isBlanket: exemption.is_blanket,
        seller: exemption.seller,
        obstacle: obstacleTo(exemption, usable.length),
        forms: obstacleTo(exemption, usable.length)
          ? []
          : usable.map((blank) => asForm(blank, source, today)),
      }
    },
    { readOnly: true },
  )
}

const formOf = ({ form }: ExemptionRow): Form | undefined => (form === null ? undefined : forms.get(form))

export interface UsableBlank<Blank = BlankRow> {
  form: Form
  blank: Blank
}

/** Blanks that are good in a state of the certificate and for its reason; its own form first. */
export function blanksFor<Blank extends Pick<BlankRow, 'code'>>(
  exemption: ExemptionRow,
  blanks: readonly Blank[],
): UsableBlank<Blank>[] {
  const reason = Reason.safeParse(exemption.reason).data
  return blanks
    .flatMap((blank) => {
      const form = forms.get(blank.code)
      return form ? [{ form, blank }] : []
    })
    .filter(
      ({ form }) => form.namesSeller && exemption.states.some(({ state }) => form.states.includes(state)),
    )
    .filter(({ form }) => reason === undefined || form.reasons.includes(reason))
    .sort(
      (one, other) => Number(other.form.code === exemption.form) - Number(one.form.code === exemption.form),
    )
}

/** Why this certificate can't be filled in for another seller; null when it can. */
export function obstacleTo(exemption: ExemptionRow, blanks: number): string | null {
  const form = formOf(exemption)
  if (form && form.issuedBy !== 'buyer') {
    return `${form.name} is issued by the state and good for every seller. Share it as it is.`
  }
  if (form && !form.namesSeller) return `${form.name} names no seller. Share it as it is.`
  if (blanks === 0) {
    return 'We don’t have a blank form for this certificate yet. Ask support to add it, or upload a certificate that you filled in yourself.'
  }
  return null
}

const perSeller: readonly FieldName[] = ['seller', 'seller-address']
// Signed, marked, or never filled in by us.
const notTyped: readonly FieldName[] = ['signature', 'signed-on', 'reason', 'ssn', 'driver-license']

function asForm({ form, blank }: UsableBlank, source: Source, today: string): FillableForm {
  const { zones, pages } = blank
  const marks = zones.filter(isMark)
  const kinds = new Set(marks.map(({ field }) => field))
  return {
    code: form.code,
    name: form.name,
    title: form.title,
    pages,
    zones,
    fields: fieldsOf(form, zones, source, today),
    reasons: [...new Set(marks.flatMap(({ value }) => Reason.safeParse(value).data ?? []))],
    hasKinds: kinds.has('single') && kinds.has('blanket'),
    asksSellerAddress: zones.some(({ field }) => field === 'seller-address'),
  }
}

function fieldsOf(form: Form, zones: readonly FormZone[], source: Source, today: string): FillField[] {
  const names = [...new Set(zones.filter((zone) => !isMark(zone)).map(({ field }) => field))].filter(
    (name) => !(perSeller.includes(name) || notTyped.includes(name)),
  )
  return names.flatMap((name): FillField[] => {
    const isRequired = form.required.includes(name)
    if (name !== 'number') {
      return [{ name, state: null, value: knownValue(form, name, source, today), isRequired }]
    }
    const asked = new Set(
      zones.filter(({ field }) => field === 'number').map((zone) => stateOfZone(form, zone)),
    )
    return source.exemption.states
      .filter(({ state }) => asked.has(state))
      .map(({ state, number }) => ({ name, state, value: number ?? '', isRequired }))
  })
}

/** What the owner confirmed, and for the rest what was read on the certificate. */
function knownValue(form: Form, name: FieldName, { exemption, fields }: Source, today: string): string {
  if (name === 'purchaser') return exemption.purchaser
  if (name === 'ends-on') {
    return exemption.expires_on !== null && exemption.expires_on >= today ? exemption.expires_on : ''
  }
  if (name === 'period-from') return ''
  if (name === 'number-state') {
    const isForOthers = form.zones.some(({ field, value }) => field === 'number' && value === 'other state')
    return isForOthers ? '' : (exemption.states.find(({ state }) => form.states.includes(state))?.state ?? '')
  }
  return fields
    .filter((field) => field.name === name)
    .map(({ value }) => value)
    .join(', ')
}
