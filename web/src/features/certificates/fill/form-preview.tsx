import { reasonWords } from '@exempta/contract/certificates'
import type { FillableForm } from '@exempta/contract/certificates/fill'
import type { FormZone } from '@exempta/contract/knowledge/blank-forms'
import type { FieldName, Reason } from '@exempta/knowledge/terms'
import { FormPage } from '../../../shared/form-page.tsx'
import { type Draft, padRatio } from '../../../shared/signature/signature-pad.tsx'
import { Strokes } from '../../../shared/signature/strokes.tsx'

export interface Typed {
  name: FieldName
  state: string | null
  value: string
}

export interface Filled {
  /** With the seller and the date. */
  texts: readonly Typed[]
  reason: Reason | null
  isBlanket: boolean
  signature: Draft
}

interface FormPreviewProps {
  form: FillableForm
  filled: Filled
  seller: string
}

/** Every page of the form as it will be. */
export function FormPreview({ form, filled, seller }: FormPreviewProps) {
  return (
    <div className="grid gap-4">
      {form.pages.map((size) => (
        <FormPage
          key={size.page}
          code={form.code}
          page={size.page}
          size={size}
          label={`Page ${size.page} of ${form.name} for ${seller || 'the seller'}`}
        >
          {form.zones
            .filter(({ page }) => page === size.page)
            .map((zone) => (
              <Entry
                key={`${zone.field}-${zone.x}-${zone.y}`}
                zone={zone}
                form={form}
                filled={filled}
                size={size}
              />
            ))}
        </FormPage>
      ))}
    </div>
  )
}

interface EntryProps {
  zone: FormZone
  form: FillableForm
  filled: Filled
  size: { width: number; height: number }
}

const ink = '#0d0d1a'

function Entry({ zone, form, filled, size }: EntryProps) {
  const x = zone.x * size.width
  const y = zone.y * size.height
  const width = zone.width * size.width
  const height = zone.height * size.height
  // In points of a page that is 612 wide.
  const point = size.width / 612
  const isFirst = form.zones.find(({ field }) => field === zone.field) === zone
  if (isMark(zone)) {
    if (!isMarked(zone, filled)) return null
    const side = Math.min(width, height) * 0.8
    return (
      <text x={x + width / 2} y={y + height / 2 + side * 0.36} textAnchor="middle" fontSize={side} fill={ink}>
        X
      </text>
    )
  }
  if (zone.field === 'signature') {
    if (!isFirst) return null
    const { kind, strokes, text } = filled.signature
    if (kind === 'drawn') {
      const tall = Math.min(height, width / padRatio)
      return (
        <Strokes
          strokes={strokes}
          x={x + 2 * point}
          y={y + (height - tall) / 2}
          width={tall * padRatio}
          height={tall}
          pen={1.1 * point}
        />
      )
    }
    return (
      <text
        x={x + 2 * point}
        y={y + height * 0.8}
        fontSize={height * 0.7}
        fill={ink}
        className="font-serif italic"
      >
        {text}
      </text>
    )
  }
  const text = textIn(zone, form, filled, isFirst)
  if (!text) return null
  const letters = Math.min(12 * point, Math.max(7 * point, height * 0.72))
  const isTight = text.length * letters * 0.52 > width - 4 * point
  return (
    <text
      x={x + 2 * point}
      y={height > 26 * point ? y + 1.15 * letters : y + height - 0.24 * letters - point}
      fontSize={letters}
      fill={ink}
      fontFamily="Helvetica, Arial, sans-serif"
      {...(isTight && { textLength: width - 4 * point, lengthAdjust: 'spacingAndGlyphs' })}
    >
      {text}
    </text>
  )
}

const isMark = ({ field, value }: FormZone) =>
  field === 'single' || field === 'blanket' || (field === 'reason' && value !== null)

function isMarked({ field, value }: FormZone, { reason, isBlanket }: Filled): boolean {
  if (field === 'single') return !isBlanket
  return field === 'blanket' ? isBlanket : value === reason
}

const days: readonly FieldName[] = ['signed-on', 'ends-on', 'period-from']

function textIn(zone: FormZone, form: FillableForm, { texts, reason }: Filled, isFirst: boolean): string {
  const { field, value } = zone
  if (field === 'reason') return isFirst && reason ? reasonWords[reason] : ''
  if (field === 'number') {
    const numbers = texts.filter(({ name }) => name === 'number')
    if (value === null) return isFirst ? (numbers[0]?.value ?? '') : ''
    return numbers.find(({ state }) => state === value)?.value ?? ''
  }
  const typed = texts.find(({ name }) => name === field)?.value ?? ''
  if (days.includes(field)) return isFirst ? asWritten(typed) : ''
  if (form.zones.filter((other) => other.field === field).length === 1) return typed
  // The street, then the rest.
  const comma = typed.indexOf(',')
  const [street, rest] = comma < 0 ? [typed, ''] : [typed.slice(0, comma), typed.slice(comma + 1).trim()]
  return isFirst ? street : rest
}

function asWritten(day: string): string {
  const [year, month, date] = day.split('-')
  return year && month && date ? `${month}/${date}/${year}` : ''
}
