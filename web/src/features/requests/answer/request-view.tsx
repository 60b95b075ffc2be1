import { accountLimits } from '@exempta/contract/accounts/limits'
import { requestWords } from '@exempta/contract/requests'
import {
  getRequestPage,
  keepAnswer,
  type RequestPage,
  removeAnswer,
} from '@exempta/contract/requests/answers'
import { stateNames } from '@exempta/contract/states'
import { QueryClientProvider } from '@tanstack/react-query'
import { CircleCheck, Link2Off } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../../lib/api.ts'
import { errorText, isExpired } from '../../../lib/api-error.ts'
import { queryClient } from '../../../lib/query.ts'
import { enterSession } from '../../../lib/session-calls.ts'
import { VerifiedMark } from '../../../shared/document-marks.tsx'
import { AccountCard } from '../../../ui/account-card.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { ContractForm } from '../../../ui/contract-form.tsx'
import { FormTextField } from '../../../ui/form-field.tsx'
import { Spinner } from '../../../ui/loading.tsx'
import { FailedState } from '../../../ui/page-states.tsx'
import { TextLink } from '../../../ui/text.tsx'
import { MakeCertificate } from '../making/make-certificate.tsx'
import { SignStep } from '../making/sign-step.tsx'
import { CheckStep, ProcessingStep } from './check-step.tsx'
import { ReadStep } from './read-step.tsx'
import { SendStep } from './send-step.tsx'
import type { StepProps } from './step-props.ts'
import { UploadStep } from './upload-step.tsx'

/** Closed, or never there: visitors do not learn which. */
function ClosedRequest() {
  return (
    <AccountCard title="This request is closed">
      <div role="status" className="grid justify-items-center gap-3 text-center">
        <span className="inline-flex size-12 items-center justify-center rounded-full bg-warning-soft text-warning">
          <Link2Off aria-hidden className="size-6" />
        </span>
        <p className="text-ink-muted">
          You don’t need to do anything. If you think that’s wrong, ask the business for a new link.
        </p>
        <LinkButton to="/" variant="secondary" className="mt-2 w-full">
          Return Home
        </LinkButton>
      </div>
    </AccountCard>
  )
}

type Found =
  | { status: 'looking' }
  | { status: 'found'; page: RequestPage }
  | { status: 'gone' }
  | { status: 'failed'; message: string }

const pollMs = 1000

/** The page behind the link of a request: everything until the certificate is sent happens here, without an account. */
export function RequestView({ token }: { token: string }) {
  return (
    <QueryClientProvider client={queryClient}>
      <OpenRequest token={token} />
    </QueryClientProvider>
  )
}

function OpenRequest({ token }: { token: string }) {
  const [found, setFound] = useState<Found>({ status: 'looking' })

  const load = useCallback(async () => {
    try {
      setFound({ status: 'found', page: await call(getRequestPage, { params: { token } }) })
    } catch (error) {
      setFound((before) => {
        if (isExpired(error)) return { status: 'gone' }
        // What is shown stays while the network is gone for a moment.
        return before.status === 'found' ? before : { status: 'failed', message: errorText(error) }
      })
    }
  }, [token])
  useEffect(() => void load(), [load])

  const isProcessing = found.status === 'found' && found.page.answer?.document?.status === 'processing'
  useEffect(() => {
    if (!isProcessing) return
    const timer = setInterval(() => void load(), pollMs)
    return () => clearInterval(timer)
  }, [isProcessing, load])

  if (found.status === 'gone') return <ClosedRequest />
  if (found.status !== 'found') {
    return (
      <AccountCard title="Your exemption certificate">
        {found.status === 'looking' ? (
          <Spinner label="Loading…" />
        ) : (
          <FailedState message={found.message} onRetry={() => void load()} />
        )}
      </AccountCard>
    )
  }
  const { page } = found
  const { business, state } = page
  // Nothing is asked for anymore once it's here.
  if (page.answer?.isSent || page.isReceived) {
    return (
      <AccountCard title={`${business.name} has your certificate`}>
        <Step token={token} page={page} onChange={load} />
      </AccountCard>
    )
  }
  return (
    <AccountCard
      title={`${business.name} is requesting your ${state ? `${stateNames[state] ?? state} ` : ''}exemption certificate`}
      description={
        <>
          {business.isVerified ? (
            <>
              <span className="[overflow-wrap:anywhere]">{business.name}</span>
              <VerifiedMark /> is a verified business on Exempta.{' '}
            </>
          ) : (
            'We haven’t verified this business. Answer only if you know it. '
          )}
          {requestWords}
        </>
      }
    >
      <Step token={token} page={page} onChange={load} />
    </AccountCard>
  )
}

function Step(props: StepProps) {
  const { answer, isReceived, business } = props.page
  const [isRead, setRead] = useState(false)
  const [isMaking, setMaking] = useState(false)
  const document = answer?.document
  if (answer?.isSent) return <SentStep {...props} />
  if (isReceived) {
    return (
      <p role="status" className="flex items-start gap-2.5">
        <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-success" />
        {business.name} has received a certificate for this request. You don’t need to do anything.
      </p>
    )
  }
  const making = answer?.making
  if (isMaking)
    return (
      <MakeCertificate
        {...props}
        draft={making?.draft ?? props.page.earlier?.draft}
        onLeave={() => setMaking(false)}
      />
    )
  if (making) return <SignStep {...props} answer={answer} making={making} onBack={() => setMaking(true)} />
  if (!document || document.status === 'failed')
    return <UploadStep {...props} onMake={() => setMaking(true)} />
  if (document.status === 'processing') return <ProcessingStep document={document} />
  if (document.needsCheck) return <CheckStep {...props} document={document} />
  if (answer.reading && !answer.reading.confirmed && !isRead) {
    return <ReadStep {...props} reading={answer.reading} onSkip={() => setRead(true)} />
  }
  return <SendStep {...props} answer={answer} />
}

/** The certificate is sent; whoever wants to use it again keeps it. */
function SentStep({ token, page: { business, answer, person }, onChange }: StepProps) {
  const navigate = useNavigate()
  const [isForgetting, setForgetting] = useState(false)
  return (
    <div className="grid gap-5">
      <p role="status" className="flex items-start gap-2.5 text-base font-medium">
        <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-success" />
        Done. We sent your certificate to {business.name}.
      </p>
      {person && (
        <p>
          It’s in <TextLink to="/user/documents">your documents</TextLink>, so you can use it again.
        </p>
      )}
      {answer?.canChoosePassword && (
        <section aria-labelledby="keep-it" className="grid gap-3 border-t border-line pt-5">
          <h2 id="keep-it" className="text-lg font-semibold">
            Keep it
          </h2>
          <p className="text-ink-muted">
            Create a password to keep your certificate and see what {business.name} decides.
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
