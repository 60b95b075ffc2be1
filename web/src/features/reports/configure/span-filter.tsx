import { classNames } from '../../../lib/class-names.ts'
import { controlClass } from '../../../ui/control-class.ts'

interface Span {
  min?: number | undefined
  max?: number | undefined
}

interface SpanFilterProps {
  label: string
  value: Span | undefined
  onChange: (value: Span | undefined) => void
}

/** From at least to at most; a side that is left empty is open. */
export function SpanFilter({ label, value = {}, onChange }: SpanFilterProps) {
  function change(side: keyof Span, text: string) {
    const { [side]: _, ...other } = value
    const next = text === '' ? other : { ...other, [side]: Number(text) }
    onChange(Object.keys(next).length > 0 ? next : undefined)
  }
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="grid grid-cols-2 gap-2">
        {(['min', 'max'] as const).map((side) => (
          <label key={side} className="grid gap-1 text-xs text-ink-muted">
            {side === 'min' ? 'At least' : 'At most'}
            <input
              type="number"
              min={0}
              step={1}
              inputMode="numeric"
              value={value[side] ?? ''}
              onChange={({ target }) => change(side, target.value)}
              className={classNames(controlClass, 'h-10 text-base sm:text-sm')}
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
