import { TwoFactorCode } from '@exempta/contract/codes'
import { shareLimits } from '@exempta/contract/sharing/limits'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import { errorText, isExpired } from '../../lib/api-error.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { FormCodeField } from '../../ui/code-input.tsx'
import { ContractForm } from '../../ui/contract-form.tsx'
import { useFocusOnMount } from '../../ui/focus.ts'

const CodeFields = z.object({ code: TwoFactorCode })
const minutes = shareLimits.shareCodeMs / 60_000

interface CodeStepProps {
  /** Masked. */
  email: string
  /** The beginning of the sentence that asks for the address: `To open them`. */
  purpose: string
  submitLabel: string
  onSend: () => Promise<unknown>
  onCode: (code: string) => Promise<unknown>
  onExpired: () => void
  onProved: () => void
}

/** Nothing is sent until the button is pressed, because email scanners open links but press no buttons. */
export function CodeStep(props: CodeStepProps) {
  const { email, purpose, submitLabel, onSend, onCode, onExpired, onProved } = props
  const [sent, setSent] = useState(0)
  const [isSending, setSending] = useState(false)
  const [trouble, setTrouble] = useState<string>()

  async function send() {
    setSending(true)
    setTrouble(undefined)
    try {
      await onSend()
      setSent((count) => count + 1)
    } catch (error) {
      if (isExpired(error)) onExpired()
      else setTrouble(errorText(error))
    } finally {
      setSending(false)
    }
  }

  return (
    <div className="grid gap-5">
      {trouble && <Banner tone="danger">{trouble}</Banner>}
      {sent === 0 ? (
        <>
          <p>
            {purpose}, confirm that <strong className="[overflow-wrap:anywhere]">{email}</strong> is your
            address. We’ll email you a code.
          </p>
          <Button isLoading={isSending} onClick={() => void send()}>
            Send me a code
          </Button>
        </>
      ) : (
        <CodeForm
          email={email}
          hasResent={sent > 1}
          submitLabel={submitLabel}
          onSubmit={async (code) => {
            try {
              await onCode(code)
            } catch (error) {
              if (isExpired(error)) return onExpired()
              throw error
            }
            onProved()
          }}
        >
          <Button variant="ghost" isLoading={isSending} onClick={() => void send()}>
            Send a new code
          </Button>
        </CodeForm>
      )}
    </div>
  )
}

interface CodeFormProps {
  email: string
  hasResent: boolean
  submitLabel: string
  onSubmit: (code: string) => Promise<void>
  children: React.ReactNode
}

function CodeForm({ email, hasResent, submitLabel, onSubmit, children }: CodeFormProps) {
  const form = useFocusOnMount()
  return (
    <div ref={form} className="grid gap-3">
      <p role="status" className="flex gap-2.5">
        <MailCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />
        <span>
          We sent {hasResent ? 'a new code' : 'a code'} to{' '}
          <strong className="[overflow-wrap:anywhere]">{email}</strong>. It expires in {minutes} minutes.
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
      {children}
    </div>
  )
}
