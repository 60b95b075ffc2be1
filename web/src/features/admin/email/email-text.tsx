import { type OutboxEmail, readEmail, revealEmail } from '@exempta/contract/admin/email'
import type { RouteOutput } from '@exempta/contract/route'
import { useMutation } from '@tanstack/react-query'
import { KeyRound, MailOpen } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { routeMutation } from '../../../lib/query.ts'
import { useSessionState } from '../../../lib/session-store.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormCodeField } from '../../../ui/code-input.tsx'
import { ContractForm } from '../../../ui/contract-form.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { useFocusOnMount } from '../../../ui/focus.ts'
import { FormTextField } from '../../../ui/form-field.tsx'

type Revealed = RouteOutput<typeof revealEmail>
type Step = 'hidden' | 'confirming' | { revealed: Revealed }

/** The text of an email. Reading it is recorded; its links and codes open only after a confirmation. */
export function EmailBody({ email: { id, recipient } }: { email: OutboxEmail }) {
  const read = useMutation(routeMutation(readEmail))
  const [step, setStep] = useState<Step>('hidden')
  if (!read.data) {
    return (
      <>
        <p className="text-ink-muted">Links and codes stay hidden. We record that you read this email.</p>
        {read.error && <Banner tone="danger">{errorText(read.error)}</Banner>}
        <Button
          variant="secondary"
          className="justify-self-start"
          isLoading={read.isPending}
          onClick={() => read.mutate({ params: { id } })}
        >
          <MailOpen aria-hidden className="size-4" />
          Show text
        </Button>
      </>
    )
  }
  const { text, hidesSecrets, canReveal } = read.data
  const isRevealed = typeof step === 'object'
  return (
    <>
      {hidesSecrets && !canReveal && (
        <Banner tone="info">Links and codes are hidden. They’re only for the recipient.</Banner>
      )}
      {isRevealed && (
        <Banner tone="warning" title="This email can open someone else’s account or documents.">
          Give its link or code only to {recipient}. We’ve recorded that you opened it, and the people it
          concerns are notified.
        </Banner>
      )}
      <pre className="rounded-control bg-subtle p-3 font-sans whitespace-pre-wrap [overflow-wrap:anywhere]">
        {isRevealed ? step.revealed.text : text}
      </pre>
      {isRevealed && <CopySecrets secrets={step.revealed.secrets} />}
      {canReveal && step === 'hidden' && (
        <Button variant="secondary" className="justify-self-start" onClick={() => setStep('confirming')}>
          <KeyRound aria-hidden className="size-4" />
          Show links and codes
        </Button>
      )}
      {step === 'confirming' && (
        <RevealForm
          id={id}
          onCancel={() => setStep('hidden')}
          onRevealed={(revealed) => setStep({ revealed })}
        />
      )}
    </>
  )
}

function CopySecrets({ secrets }: { secrets: string[] }) {
  return (
    <div ref={useFocusOnMount()} className="flex flex-wrap gap-2">
      {secrets.map((secret) => (
        <CopyButton
          key={secret}
          text={secret}
          label={secret.startsWith('http') ? 'Copy link' : 'Copy code'}
        />
      ))}
    </div>
  )
}

interface RevealFormProps {
  id: string
  onCancel: () => void
  onRevealed: (revealed: Revealed) => void
}

function RevealForm({ id, onCancel, onRevealed }: RevealFormProps) {
  const state = useSessionState()
  const hasTwoFactor = state.status === 'signed-in' && state.session.person.hasTwoFactor
  return (
    <div ref={useFocusOnMount()} className="grid gap-4 border-t border-line pt-5">
      <h3 className="font-semibold">Show links and codes</h3>
      <p className="text-ink-muted">
        They can open someone else’s account or documents. Confirm that it’s you. We’ll notify the people this
        email concerns and record it in the audit log.
      </p>
      <ContractForm
        schema={revealEmail.body}
        defaultValues={hasTwoFactor ? { password: '', code: '' } : { password: '' }}
        submitLabel="Show links and codes"
        onCancel={onCancel}
        onSubmit={async (body) => onRevealed(await call(revealEmail, { params: { id }, body }))}
      >
        <FormTextField
          name="password"
          label="Your password"
          type="password"
          autoComplete="current-password"
        />
        {hasTwoFactor && <FormCodeField name="code" label="Verification code" />}
      </ContractForm>
    </div>
  )
}
