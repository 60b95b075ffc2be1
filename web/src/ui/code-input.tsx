import type { ComponentProps, ReactNode } from 'react'
import { useController } from 'react-hook-form'
import { classNames } from '../lib/class-names.ts'
import { Field, useFieldWiring } from './field.tsx'

const usualDigits = 6

interface CodeInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  value: string
  onChange: (digits: string) => void
  /** Called once when the last digit is in. */
  onComplete?: (digits: string) => void
  digits?: number
}

/** One real input drawn as boxes: paste, autofill from messages and screen readers all work. */
export function CodeInput({
  value,
  onChange,
  onComplete,
  digits = usualDigits,
  className,
  ...rest
}: CodeInputProps) {
  const wiring = useFieldWiring()
  const isInvalid = wiring['aria-invalid'] || rest['aria-invalid']
  return (
    <div className={classNames('group relative w-full max-w-80', className)}>
      <div aria-hidden className="grid grid-cols-6 gap-2">
        {Array.from({ length: digits }, (_, index) => index).map((index) => (
          <span
            key={index}
            className={classNames(
              'flex h-12 items-center justify-center rounded-control border bg-surface text-xl font-semibold tabular-nums',
              isInvalid ? 'border-danger' : 'border-line-strong',
              index === Math.min(value.length, digits - 1) &&
                'group-focus-within:border-accent group-focus-within:bg-accent-soft',
            )}
          >
            {value[index]}
          </span>
        ))}
      </div>
      <input
        autoComplete="one-time-code"
        {...wiring}
        {...rest}
        value={value}
        inputMode="numeric"
        pattern={`\\d{${digits}}`}
        onChange={(event) => {
          const next = event.target.value.replace(/\D/g, '').slice(0, digits)
          onChange(next)
          if (next.length === digits && value.length < digits) onComplete?.(next)
        }}
        className="absolute inset-0 w-full cursor-text rounded-control bg-transparent text-transparent caret-transparent focus-visible:outline-2 focus-visible:outline-offset-4 focus-visible:outline-focus disabled:cursor-not-allowed"
      />
    </div>
  )
}

const hintText = `The ${usualDigits}-digit code from your authenticator app.`

interface FormCodeFieldProps {
  name: string
  label: string
  hint?: ReactNode
}

/** The 6-digit field of a ContractForm, by the name of its place in the schema. */
export function FormCodeField({ name, label, hint = hintText }: FormCodeFieldProps) {
  const { field, fieldState } = useController({ name })
  return (
    <Field label={label} hint={hint} error={fieldState.error?.message} isRequired>
      <CodeInput {...field} value={String(field.value ?? '')} />
    </Field>
  )
}
