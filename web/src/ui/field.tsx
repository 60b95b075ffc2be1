import { CircleAlert } from 'lucide-react'
import { createContext, type ReactNode, useContext, useId } from 'react'
import { classNames } from '../lib/class-names.ts'

interface FieldWiring {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
  required?: boolean
  disabled?: boolean
}

const FieldContext = createContext<FieldWiring | null>(null)

/** What an input inside a Field spreads onto itself, so that label, hint and error belong to it. */
export function useFieldWiring(): Partial<FieldWiring> {
  return useContext(FieldContext) ?? {}
}

interface FieldProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
  isRequired?: boolean
  isDisabled?: boolean
  /** Something beside the label, such as a link. */
  aside?: ReactNode
  className?: string
  children: ReactNode
}

/** Label, hint and error around one input, tied together by id. */
export function Field({
  label,
  hint,
  error,
  isRequired,
  isDisabled,
  aside,
  className,
  children,
}: FieldProps) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(' ')
  const wiring: FieldWiring = {
    id,
    ...(describedBy && { 'aria-describedby': describedBy }),
    ...(error && { 'aria-invalid': true as const }),
    ...(isRequired && { required: true }),
    ...(isDisabled && { disabled: true }),
  }
  return (
    <div className={classNames('relative grid gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {hint && (
        <p id={hintId} className="text-sm text-ink-muted">
          {hint}
        </p>
      )}
      <FieldContext value={wiring}>{children}</FieldContext>
      {/* Beside the label, and after the input for those who go from one to the next with Tab. */}
      {aside && <div className="absolute top-0 right-0 text-sm">{aside}</div>}
      {error && (
        <p id={errorId} className="flex items-start gap-1.5 text-sm font-medium text-danger-ink">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
          {error}
        </p>
      )}
    </div>
  )
}
