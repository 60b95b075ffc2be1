import { type RequestPage, removeAnswer } from '@exempta/contract/requests/answers'
import { type MakingReview, signingConsent, signMaking } from '@exempta/contract/requests/making'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { loginPath } from '../../../lib/return-to.ts'
import { noSignature, SignaturePad, signatureOf } from '../../../shared/signature/signature-pad.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { AddressStep } from '../answer/send-step.tsx'
import type { StepProps } from '../answer/step-props.ts'

interface SignStepProps extends StepProps {
  answer: NonNullable<RequestPage['answer']>
  making: MakingReview
  onBack: () => void
}

/** What it will say and what the rules say about it, before anyone signs. */
export function SignStep({ token, page, answer, making, onChange, onBack }: SignStepProps) {
  const { business, person } = page
  const { lines, verdict } = making
  return (
    <div className="grid gap-5">
      <h2 className="text-lg font-semibold">This is what it will say</h2>
      <Facts layout="rows" facts={lines} />
      <Changed making={making} />
      <Judged making={making} business={business.name} />
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={onBack}>
          Change an answer
        </Button>
        <StartOver token={token} onChange={onChange} />
      </div>
      {verdict !== 'not-covered' &&
        (person || (answer.email && !answer.hasAccount) ? (
          <Sign token={token} page={page} making={making} onChange={onChange} />
        ) : answer.hasAccount ? (
          <div className="grid gap-3">
            <p>
              <strong className="[overflow-wrap:anywhere]">{answer.email}</strong> already has an account. Log
              in to sign and keep the certificate there.
            </p>
            <LinkButton to={loginPath(`/r/${token}`)} size="lg">
              Log in to sign it
            </LinkButton>
          </div>
        ) : (
          <AddressStep
            token={token}
            page={page}
            onChange={onChange}
            onConfirmed={onChange}
            submitLabel="Confirm"
          />
        ))}
    </div>
  )
}

/** Back to where a photo can be sent instead. What was typed is deleted. */
function StartOver({ token, onChange }: Pick<StepProps, 'token' | 'onChange'>) {
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  return (
    <>
      <Button
        variant="ghost"
        isLoading={isBusy}
        onClick={() => {
          setBusy(true)
          call(removeAnswer, { params: { token } })
            .then(onChange, (error: unknown) => setTrouble(errorText(error)))
            .finally(() => setBusy(false))
        }}
      >
        Start over
      </Button>
      {trouble && <p role="alert">{trouble}</p>}
    </>
  )
}

function Changed({ making: { changed } }: { making: MakingReview }) {
  if (changed.length === 0) return null
  return (
    <Banner tone="warning" title="Some letters can’t be printed on the form">
      <ul>
        {changed.map(({ typed, printed }) => (
          <li key={typed} className="[overflow-wrap:anywhere]">
            {typed} will be printed as {printed}.
          </li>
        ))}
      </ul>
    </Banner>
  )
}

function Judged({ making: { verdict, concerns }, business }: { making: MakingReview; business: string }) {
  if (verdict === 'covered') {
    return (
      <Banner tone="success" title="It has what the rules ask for">
        {business} will still review it.
      </Banner>
    )
  }
  if (verdict === 'charge-part') {
    return (
      <Banner tone="info" title="Part of the tax is still due">
        The state lowers the tax for this. {business} charges the rest.
      </Banner>
    )
  }
  const isRefused = verdict === 'not-covered'
  return (
    <Banner
      tone={isRefused ? 'danger' : 'warning'}
      title={isRefused ? `${business} couldn’t accept this` : `${business} may ask you about this`}
    >
      <ul className="grid gap-2">
        {concerns.map(({ text, step }) => (
          <li key={text}>
            {text} {step !== text && step}
          </li>
        ))}
      </ul>
    </Banner>
  )
}

function Sign({ token, page, making, onChange }: StepProps & { making: MakingReview }) {
  const [draft, setDraft] = useState(noSignature)
  const [consents, setConsents] = useState(false)
  const [isSigning, setSigning] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const [problems, setProblems] = useState<{ signature?: string; consent?: string }>({})
  const signature = signatureOf(draft)

  async function sign() {
    setProblems({
      ...(!signature && { signature: 'Please sign first' }),
      ...(!consents && { consent: 'Please agree before you sign' }),
    })
    if (!signature || !consents) return
    setSigning(true)
    setTrouble(undefined)
    try {
      const body = { hash: making.hash, signature, consents: true as const }
      await call(signMaking, { params: { token }, body })
      await onChange()
    } catch (error) {
      setTrouble(errorText(error))
      await onChange()
    } finally {
      setSigning(false)
    }
  }

  return (
    <section aria-labelledby="sign-it" className="grid gap-4 border-t border-line pt-5">
      <h2 id="sign-it" className="text-lg font-semibold">
        Sign it
      </h2>
      <SignaturePad value={draft} error={problems.signature} onChange={setDraft} />
      <Checkbox
        label={signingConsent}
        checked={consents}
        onChange={({ target }) => setConsents(target.checked)}
      />
      {problems.consent && (
        <p role="alert" className="text-sm font-medium text-danger-ink">
          {problems.consent}
        </p>
      )}
      <p className="text-sm text-ink-muted">
        We record when and where you signed on a last page. {page.business.name} gets that page, too.
      </p>
      {trouble && <Banner tone="danger">{trouble}</Banner>}
      <Button size="lg" isLoading={isSigning} onClick={() => void sign()}>
        Sign and send to {page.business.name}
      </Button>
    </section>
  )
}
