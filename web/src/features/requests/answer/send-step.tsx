import { TwoFactorCode } from '@exempta/contract/codes'
import { EmailAddress } from '@exempta/contract/people'
import {
  confirmAnswerAddress,
  type RequestPage,
  removeAnswer,
  sendAnswer,
  sendAnswerCode,
} from '@exempta/contract/requests/answers'
import { shareLimits } from '@exempta/contract/sharing/limits'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { loginPath } from '../../../lib/return-to.ts'
import { MayKeepCopies } from '../../../shared/document-marks.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { FormCodeField } from '../../../ui/code-input.tsx'
import { ContractForm } from '../../../ui/contract-form.tsx'
import { useFocusOnMount } from '../../../ui/focus.ts'
import { FormTextField } from '../../../ui/form-field.tsx'
import { AnswerPages } from './check-step.tsx'
import type { StepProps } from './step-props.ts'

const minutes = shareLimits.shareCodeMs / 60_000

interface SendStepProps extends StepProps {
  answer: NonNullable<RequestPage['answer']>
}

/** Who sends it: someone who is logged in, or whoever shows with a code that an address is theirs. */
export function SendStep({ token, page, answer, onChange }: SendStepProps) {
  const { business, person } = page
  const send = async () => {
    await call(sendAnswer, { params: { token } })
    await onChange()
  }
  return (
    <div className="grid gap-5">
      {answer.doubts.length > 0 && (
        <Banner tone="warning" title="Is this the right certificate?">
          <ul className="grid gap-1">
            {answer.doubts.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <ChooseAnother token={token} onChange={onChange} />
        </Banner>
      )}
      {answer.document && (
        <details>
          <summary className="cursor-pointer font-medium">See what {business.name} will get</summary>
          <div className="pt-3">
            <AnswerPages token={token} document={answer.document} />
          </div>
        </details>
      )}
      <MayKeepCopies businesses={[business.name]} />
      {person ? (
        <SendNow label={`Send as ${person.name}`} onSend={send} />
      ) : answer.hasAccount ? (
        <div className="grid gap-3">
          <p>
            <strong className="[overflow-wrap:anywhere]">{answer.email}</strong> already has an account. Log
            in to send your certificate and keep it there.
          </p>
          <LinkButton to={loginPath(`/r/${token}`)} size="lg">
            Log in to send it
          </LinkButton>
        </div>
      ) : answer.email ? (
        <SendNow label={`Send to ${business.name}`} onSend={send} />
      ) : (
        <AddressStep
          token={token}
          page={page}
          onChange={onChange}
          onConfirmed={send}
          submitLabel={`Send to ${business.name}`}
        />
      )}
    </div>
  )
}

/** Deletes what was uploaded, so that another file can take its place. */
function ChooseAnother({ token, onChange }: Pick<StepProps, 'token' | 'onChange'>) {
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  return (
    <div className="mt-3 grid gap-2">
      {trouble && <p role="alert">{trouble}</p>}
      <Button
        variant="secondary"
        size="sm"
        className="justify-self-start"
        isLoading={isBusy}
        onClick={() => {
          setBusy(true)
          call(removeAnswer, { params: { token } })
            .then(onChange, (error: unknown) => setTrouble(errorText(error)))
            .finally(() => setBusy(false))
        }}
      >
        Choose another file
      </Button>
    </div>
  )
}

function SendNow({ label, onSend }: { label: string; onSend: () => Promise<void> }) {
  const [isSending, setSending] = useState(false)
  const [trouble, setTrouble] = useState<string>()

  async function send() {
    setSending(true)
    setTrouble(undefined)
    try {
      await onSend()
    } catch (error) {
      setTrouble(errorText(error))
    } finally {
      setSending(false)
    }
  }

  return (
    <>
      {trouble && <Banner tone="danger">{trouble}</Banner>}
      <Button size="lg" isLoading={isSending} onClick={() => void send()}>
        {label}
      </Button>
    </>
  )
}

const AddressFields = z.object({ email: EmailAddress })
const CodeFields = z.object({ code: TwoFactorCode })

interface AddressStepProps extends StepProps {
  onConfirmed: () => Promise<void>
  /** Of the button that confirms the code. */
  submitLabel: string
}

/** The address that was asked needs no typing; any other one does. */
export function AddressStep({
  token,
  page: { email, business },
  onChange,
  onConfirmed,
  submitLabel,
}: AddressStepProps) {
  const [isOther, setOther] = useState(email === null)
  const [sentTo, setSentTo] = useState<string>()
  const [isSending, setSending] = useState(false)
  const [trouble, setTrouble] = useState<string>()

  async function sendCode(typed: string | null) {
    await call(sendAnswerCode, { params: { token }, body: { email: typed } })
    setSentTo(typed ?? email ?? '')
  }

  if (sentTo !== undefined) {
    return (
      <CodeForm
        email={sentTo}
        submitLabel={submitLabel}
        onOther={() => {
          setSentTo(undefined)
          setOther(true)
        }}
        onSubmit={async (code) => {
          const { hasAccount } = await call(confirmAnswerAddress, { params: { token }, body: { code } })
          if (hasAccount) await onChange()
          else await onConfirmed()
        }}
      />
    )
  }
  if (isOther) {
    return (
      <ContractForm
        schema={AddressFields}
        defaultValues={{ email: '' }}
        submitLabel="Email me a code"
        onSubmit={(typed) => sendCode(typed.email)}
      >
        <FormTextField
          name="email"
          label="Your email address"
          type="email"
          autoComplete="email"
          hint={`${business.name} sees it, so that they know who sent the certificate.`}
        />
      </ContractForm>
    )
  }
  return (
    <div className="grid gap-3">
      {trouble && <Banner tone="danger">{trouble}</Banner>}
      <p>
        Confirm that <strong className="[overflow-wrap:anywhere]">{email}</strong> is your address. We’ll
        email you a code.
      </p>
      <Button
        size="lg"
        isLoading={isSending}
        onClick={() => {
          setSending(true)
          setTrouble(undefined)
          sendCode(null)
            .catch((error: unknown) => setTrouble(errorText(error)))
            .finally(() => setSending(false))
        }}
      >
        Email me a code
      </Button>
      <Button variant="ghost" onClick={() => setOther(true)}>
        Use another address
      </Button>
    </div>
  )
}

interface CodeFormProps {
  email: string
  submitLabel: string
  onSubmit: (code: string) => Promise<void>
  onOther: () => void
}

function CodeForm({ email, submitLabel, onSubmit, onOther }: CodeFormProps) {
  const form = useFocusOnMount()
  return (
    <div ref={form} className="grid gap-3">
      <p role="status" className="flex gap-2.5">
        <MailCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />
        <span>
          We sent a code to <strong className="[overflow-wrap:anywhere]">{email}</strong>. It expires in{' '}
          {minutes} minutes.
        </span>
      </p>
      <ContractForm
        schema={CodeFields}
        defaultValues={{ code: '' }}
        submitLabel={submitLabel}
        onSubmit={({ code }) => onSubmit(code)}
      >
        <FormCodeField name="code" label="Code" hint="The six-digit code from the email." />
      </ContractForm>
      <Button variant="ghost" onClick={onOther}>
        I didn’t get a code
      </Button>
    </div>
  )
}
