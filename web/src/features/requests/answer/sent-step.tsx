import { accountLimits } from '@exempta/contract/accounts/limits'
import { keepAnswer, removeAnswer } from '@exempta/contract/requests/answers'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../../lib/api.ts'
import { enterSession } from '../../../lib/session-calls.ts'
import { Button } from '../../../ui/button.tsx'
import { ContractForm } from '../../../ui/contract-form.tsx'
import { FormTextField } from '../../../ui/form-field.tsx'
import { TextLink } from '../../../ui/text.tsx'
import type { StepProps } from './step-props.ts'

/** The certificate is sent; whoever wants to use it again keeps it. */
export function SentStep({ token, page: { business, answer, person }, onChange }: StepProps) {
  const navigate = useNavigate()
  const [isForgetting, setForgetting] = useState(false)
  return (
    <div className="grid gap-5">
      <p role="status" className="flex items-start gap-2.5 text-base font-medium">
        <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-success" />
        Done. {business.name} has your certificate.
      </p>
      {person && (
        <p>
          It’s in <TextLink to="/user/documents">your documents</TextLink>, and you can use it with any
          seller.
        </p>
      )}
      {answer?.canChoosePassword && (
        <section aria-labelledby="keep-it" className="grid gap-3 border-t border-line pt-5">
          <h2 id="keep-it" className="text-lg font-semibold">
            Keep it
          </h2>
          <p className="text-ink-muted">
            Create a password, and use your certificate with any seller. We’ll tell you what {business.name}{' '}
            decides.
          </p>
          <ContractForm
            schema={keepAnswer.body}
            defaultValues={{ name: '', password: '' }}
            submitLabel="Create a password"
            onSubmit={async (body) => {
              const { session } = await call(keepAnswer, { params: { token }, body })
              await enterSession(session)
              await navigate('/user/documents')
            }}
          >
            <FormTextField name="name" label="Full Name" autoComplete="name" />
            <FormTextField
              name="password"
              label="Password"
              type="password"
              autoComplete="new-password"
              hint={`At least ${accountLimits.passwordMinLength} characters. A few words work well.`}
            />
          </ContractForm>
        </section>
      )}
      <Button
        variant="ghost"
        isLoading={isForgetting}
        onClick={() => {
          setForgetting(true)
          call(removeAnswer, { params: { token } })
            .then(onChange)
            .finally(() => setForgetting(false))
        }}
      >
        Shared device? Clear my information
      </Button>
    </div>
  )
}
