import { limits } from '@exempta/contract/limits'
import type { ReactNode } from 'react'
import { useController } from 'react-hook-form'
import { CodeInput } from './code-input.tsx'
import { Field } from './field.tsx'

const hintText = `The ${limits.twoFactorCodeDigits} digits that your authenticator app shows.`

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
