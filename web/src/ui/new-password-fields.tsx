import { limits } from '@exempta/contract/limits'
import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { FormTextField } from './form-field.tsx'

const confirmation = 'confirmPassword'

interface NewPasswordFieldsProps {
  name?: string
  label?: string
  confirmLabel?: string
}

/** A password that is chosen, typed twice: the second time as `confirmPassword` of the form. */
export function NewPasswordFields({
  name = 'password',
  label = 'Password',
  confirmLabel = 'Confirm Password',
}: NewPasswordFieldsProps) {
  const { trigger, getFieldState } = useFormContext()
  const password: unknown = useWatch({ name })

  // Whoever mends the first field has mended the second one too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows what is typed, nothing else
  useEffect(() => {
    if (getFieldState(confirmation).invalid) void trigger(confirmation)
  }, [password])

  return (
    <>
      <FormTextField
        name={name}
        label={label}
        type="password"
        autoComplete="new-password"
        hint={`At least ${limits.passwordMinLength} characters. A few words work well.`}
      />
      <FormTextField name={confirmation} label={confirmLabel} type="password" autoComplete="new-password" />
    </>
  )
}
