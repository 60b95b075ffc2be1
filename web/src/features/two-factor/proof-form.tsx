import { disableTwoFactor } from '@exempta/contract/two-factor'
import type { z } from 'zod'
import type { ButtonVariant } from '../../ui/button-class.ts'
import { ContractForm } from '../../ui/contract-form.tsx'
import { FormCodeField } from '../../ui/form-code-field.tsx'
import { FormTextField } from '../../ui/form-field.tsx'

interface ProofFormProps {
  submitLabel: string
  submitVariant?: ButtonVariant
  onCancel: () => void
  onSubmit: (proof: z.output<typeof disableTwoFactor.body>) => Promise<unknown>
}

/** Password and a fresh code: what it takes to change how one signs in. */
export function ProofForm(props: ProofFormProps) {
  return (
    <ContractForm schema={disableTwoFactor.body} defaultValues={{ password: '', code: '' }} {...props}>
      <FormTextField name="password" label="Your password" type="password" autoComplete="current-password" />
      <FormCodeField name="code" label="Verification code" />
    </ContractForm>
  )
}
