/** What is written where on a blank form. */
import { reasonWords } from '@exempta/contract/certificates'
import type { Signature } from '@exempta/contract/certificates/fill'
import type { FormZone } from '@exempta/contract/knowledge/blank-forms'
import type { Form } from '@exempta/knowledge/schema'
import { type FieldName, type Reason, StateCode } from '@exempta/knowledge/terms'
import type { FormEntry } from '../../platform/sandbox/sandbox.ts'

export interface FormValue {
  name: FieldName
  /** The state that a number is for. */
  state: string | null
  value: string | null
}

export interface FormValues {
  texts: readonly FormValue[]
  reason: Reason | null
  isBlanket: boolean | null
  signature: Signature
}

/** One thing to write, with the field that it belongs to. */
export type FieldEntry = FormEntry & { field: FieldName }

const days: readonly FieldName[] = ['signed-on', 'ends-on', 'period-from']
// A person writes these, if at all, on the paper itself: they are hidden when the document is processed.
const neverFilled: readonly FieldName[] = ['ssn', 'driver-license']

/** The state whose number a zone holds; undefined where it holds another kind of number. */
export function stateOfZone(form: Form, { value }: Pick<FormZone, 'value'>): string | undefined {
  if (value === null) return form.states.length === 1 ? form.states[0] : undefined
  return StateCode.safeParse(value).data
}

/** A box to mark. Some forms ask for the reason in words, on a line. */
export const isMark = ({ field, value }: Pick<FormZone, 'field' | 'value'>): boolean =>
  field === 'single' || field === 'blanket' || (field === 'reason' && value !== null)

export function entriesFor(form: Form, zones: readonly FormZone[], values: FormValues): FieldEntry[] {
  const seen = new Map<FieldName, number>()
  return zones.flatMap((zone) => {
    const { field, page, x, y, width, height } = zone
    const place = { field, page, x, y, width, height }
    if (neverFilled.includes(field)) return []
    if (isMark(zone)) return isMarked(zone, values) && !seen.has(field) ? [mark(place)] : []
    const count = seen.get(field) ?? 0
    if (field === 'signature') return once(() => [signed(place, values.signature)])
    const text = textIn(form, zones, zone, values, count)
    seen.set(field, count + 1)
    return text === null ? [] : [{ ...place, kind: 'text' as const, text }]

    function mark(at: typeof place): FieldEntry {
      seen.set(field, 1)
      return { ...at, kind: 'mark', text: 'X' }
    }
    function once(make: () => FieldEntry[]): FieldEntry[] {
      seen.set(field, count + 1)
      return count === 0 ? make() : []
    }
  })
}

function isMarked({ field, value }: FormZone, { reason, isBlanket }: FormValues): boolean {
  if (field === 'single') return isBlanket === false
  return field === 'blanket' ? isBlanket === true : value === reason
}

const signed = (place: Omit<FormZone, 'value'>, signature: Signature): FieldEntry =>
  signature.kind === 'typed'
    ? { ...place, kind: 'signature', text: plain(signature.text) }
    : { ...place, kind: 'drawing', strokes: signature.strokes, ratio: signature.ratio }

/** What is written into the zone with this position among the zones of its field; null for nothing. */
function textIn(
  form: Form,
  zones: readonly FormZone[],
  zone: FormZone,
  { texts, reason }: FormValues,
  position: number,
): string | null {
  const { field } = zone
  if (field === 'reason') return position === 0 && reason ? reasonWords[reason] : null
  if (field === 'number') return numberIn(form, zone, texts, position)
  const value = texts.find(({ name }) => name === field)?.value ?? null
  if (value === null) return null
  const count = zones.filter((other) => other.field === field).length
  if (days.includes(field)) return position === 0 ? usDay(value) : null
  if (count === 1) return plain(value)
  return plain(partsOf(value)[position] ?? '') || null
}

function numberIn(form: Form, zone: FormZone, texts: readonly FormValue[], position: number): string | null {
  const state = stateOfZone(form, zone)
  if (state === undefined || (zone.value === null && position > 0)) return null
  const value = texts.find((one) => one.name === 'number' && one.state === state)?.value ?? null
  return value === null ? null : plain(value)
}

/** An address on two lines: the street, then the rest. */
function partsOf(value: string): [string, string] {
  const comma = value.indexOf(',')
  return comma < 0 ? [value, ''] : [value.slice(0, comma).trim(), value.slice(comma + 1).trim()]
}

/** As forms ask for it: month, day, year. */
const usDay = (day: string): string => {
  const [year, month, date] = day.split('-')
  return `${month}/${date}/${year}`
}

/** With the signs of a keyboard, which every reader reads alike. */
const plain = (text: string): string =>
  text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/[–—]/g, '-').replace(/…/g, '...')
