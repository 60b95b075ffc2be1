import { requestPasswordReset } from '@exempta/contract/recovery'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ContractForm } from '../../ui/contract-form.tsx'
import { FormTextField } from '../../ui/form-field.tsx'

/** Says the same to everybody: whether an address is known here is nobody's business. */
export function ForgotPasswordForm() {
  const [message, setMessage] = useState<string>()
  if (message) {
    return (
      <div className="grid gap-5">
        <Banner tone="success" title="Check your mail">
          {message}
        </Banner>
        <p className="text-sm text-ink-muted">
          No mail after a few minutes? Look into the spam folder, or try again with another address.
        </p>
        <Button variant="secondary" onClick={() => setMessage(undefined)}>
          Try again
        </Button>
      </div>
    )
  }
  return (
    <ContractForm
      schema={requestPasswordReset.body}
      defaultValues={{ email: '' }}
      submitLabel="Send link"
      onSubmit={async (body) => setMessage((await call(requestPasswordReset, { body })).message)}
    >
      <FormTextField name="email" label="Email Address" type="email" autoComplete="username" />
    </ContractForm>
  )
}
