import { reasonWords } from '@exempta/contract/certificates'
import { type FillableForm, fillCertificates, getFillForm } from '@exempta/contract/certificates/fill'
import { certificateLimits } from '@exempta/contract/certificates/limits'
import { fieldWords } from '@exempta/contract/knowledge/blank-forms'
import type { RouteOutput } from '@exempta/contract/route'
import type { Reason } from '@exempta/knowledge/terms'
import { useMutation, useQuery } from '@tanstack/react-query'
import { FileX } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError, errorText } from '../../../lib/api-error.ts'
import { today } from '../../../lib/format.ts'
import { failureOf, queryClient, routeMutation, routeQuery } from '../../../lib/query.ts'
import { noSignature, SignaturePad, signatureOf } from '../../../shared/signature/signature-pad.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { PageSkeleton } from '../../../ui/loading.tsx'
import { EmptyState, FailedState } from '../../../ui/page-states.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { ChooseSellers, type Seller } from './choose-sellers.tsx'
import { FormPreview, type Typed } from './form-preview.tsx'

type Fillable = RouteOutput<typeof getFillForm>

interface FillCertificateProps {
  id: string
  onFilled: (batchId: string) => void
}

/** From a certificate in the wallet to a new one for each of several sellers. */
export function FillCertificate({ id, onFilled }: FillCertificateProps) {
  const query = useQuery(routeQuery(getFillForm, { params: { id } }))
  const [code, setCode] = useState<string>()
  const failure = failureOf(query)
  if (failure) return <FailedState {...failure} />
  const { data } = query
  if (!data) return <PageSkeleton label="Loading certificate" />
  const form = data.forms.find((one) => one.code === code) ?? data.forms[0]
  if (data.obstacle !== null || !form) {
    return (
      <Card>
        <EmptyState
          icon={<FileX aria-hidden />}
          title="We can’t fill this one in"
          action={<LinkButton to="/user/wallet">Back to your wallet</LinkButton>}
        >
          {data.obstacle}
        </EmptyState>
      </Card>
    )
  }
  const choice = data.forms.length > 1 && (
    <Field label="Form">
      <Select
        options={data.forms.map(({ code, name, title }) => ({ value: code, label: `${name}, ${title}` }))}
        value={form.code}
        onChange={({ target }) => setCode(target.value)}
      />
    </Field>
  )
  return <FillForm key={form.code} certificate={data} form={form} choice={choice} onFilled={onFilled} />
}

interface FillFormProps {
  certificate: Fillable
  form: FillableForm
  choice: ReactNode
  onFilled: (batchId: string) => void
}

const days = ['ends-on', 'period-from']

/** One question per screen. */
const steps = ['Who are the sellers?', 'What should it say?', 'Look at it and sign'] as const

/** The screen on which a refused field is. */
function stepOf(field: string | undefined): number {
  if (field?.startsWith('seller')) return 0
  return field === 'signature' || field === 'signed-on' ? 2 : 1
}

function FillForm({ certificate, form, choice, onFilled }: FillFormProps) {
  const [sellers, setSellers] = useState<Seller[]>([])
  const [shown, setShown] = useState(0)
  const [texts, setTexts] = useState<Typed[]>(
    form.fields.map(({ name, state, value }) => ({ name, state, value })),
  )
  const [reason, setReason] = useState(certificate.reason)
  const [isBlanket, setBlanket] = useState(certificate.isBlanket ?? true)
  const [draft, setDraft] = useState(noSignature)
  const [hasAgreed, setAgreed] = useState(false)
  const [step, setStep] = useState(0)
  const signedOn = today()
  const signature = signatureOf(draft)
  const send = useMutation({
    ...routeMutation(fillCertificates),
    onSuccess: async ({ batchId }) => {
      onFilled(batchId)
      await queryClient.invalidateQueries({ queryKey: ['documents'] })
    },
    onError: (error) => {
      const [wrong] = Object.keys(errorsOf(error))
      if (wrong !== undefined) setStep(stepOf(wrong))
    },
  })
  const heading = useRef<HTMLParagraphElement>(null)
  function goTo(next: number) {
    flushSync(() => setStep(next))
    // The pressed button may be gone, so the focus needs a new place: the question.
    heading.current?.focus()
    heading.current?.scrollIntoView({ block: 'nearest' })
  }
  const errors = errorsOf(send.error)
  const seller = sellers[Math.min(shown, sellers.length - 1)]
  const filled = {
    texts: [
      ...texts,
      { name: 'seller' as const, state: null, value: seller?.name ?? '' },
      { name: 'seller-address' as const, state: null, value: seller?.address ?? '' },
      { name: 'signed-on' as const, state: null, value: signedOn },
    ],
    reason,
    isBlanket,
    signature: draft,
  }
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <Card>
        <p ref={heading} tabIndex={-1} className="mb-4 grid gap-0.5 outline-none">
          <span className="text-ink-muted">
            Step {step + 1} of {steps.length}
          </span>
          <span className="text-lg font-semibold">{steps[step]}</span>
        </p>
        {send.error && (
          <Banner tone="danger" className="mb-4">
            {Object.values(errors)[0] ?? errorText(send.error)}
          </Banner>
        )}
        {step === 0 && (
          <div className="grid gap-4">
            {choice}
            <ChooseSellers
              sellers={sellers}
              asksAddress={form.asksSellerAddress}
              errors={errors}
              onChange={setSellers}
            />
            <div>
              <Button
                disabled={sellers.length === 0 || sellers.some(({ name }) => name.trim() === '')}
                onClick={() => goTo(1)}
              >
                Continue
              </Button>
            </div>
          </div>
        )}
        {step === 1 && (
          <div className="grid gap-4">
            {texts.map(({ name, state, value }, index) => (
              <Field
                key={`${name}-${state}`}
                label={labelOf(texts, index)}
                error={errors[name]}
                isRequired={form.fields[index]?.isRequired ?? false}
              >
                <TextInput
                  type={days.includes(name) ? 'date' : 'text'}
                  value={value}
                  maxLength={certificateLimits.readValueLength}
                  onChange={({ target }) =>
                    setTexts(texts.map((one, i) => (i === index ? { ...one, value: target.value } : one)))
                  }
                />
              </Field>
            ))}
            {form.reasons.length > 1 && (
              <Field label="Reason">
                <Select
                  placeholder="Choose"
                  options={form.reasons.map((value) => ({ value, label: reasonWords[value] }))}
                  value={reason ?? ''}
                  onChange={({ target }) => setReason((target.value || null) as Reason | null)}
                />
              </Field>
            )}
            {form.hasKinds && (
              <Field label="Purchases">
                <Select
                  options={[
                    { value: 'blanket', label: 'All purchases from this seller' },
                    { value: 'single', label: 'One purchase' },
                  ]}
                  value={isBlanket ? 'blanket' : 'single'}
                  onChange={({ target }) => setBlanket(target.value === 'blanket')}
                />
              </Field>
            )}
            <div className="flex flex-wrap gap-2">
              <Button onClick={() => goTo(2)}>Continue</Button>
              <Button variant="secondary" onClick={() => goTo(0)}>
                Back
              </Button>
            </div>
          </div>
        )}
        {step === 2 && (
          <div className="grid gap-4">
            <p>
              You sign. We never sign for you. Your signature goes on{' '}
              {sellers.length > 1 ? `all ${sellers.length} certificates` : 'this certificate'} and nowhere
              else.
            </p>
            <SignaturePad value={draft} error={errors.signature ?? errors['signed-on']} onChange={setDraft} />
            <Checkbox
              label="I looked at every page, and what it says is true."
              checked={hasAgreed}
              onChange={({ target }) => setAgreed(target.checked)}
            />
            <div className="flex flex-wrap gap-2">
              <Button
                isLoading={send.isPending}
                disabled={!(signature && hasAgreed) || sellers.length === 0}
                onClick={() =>
                  signature &&
                  send.mutate({
                    params: { id: certificate.document.id },
                    body: {
                      ...{ form: form.code, values: texts, reason, isBlanket, signedOn, signature },
                      sellers: sellers.map(({ businessId, name, address }) => ({
                        businessId,
                        name,
                        address,
                      })),
                    },
                  })
                }
              >
                {sellers.length > 1 ? `Create ${sellers.length} certificates` : 'Create certificate'}
              </Button>
              <Button variant="secondary" disabled={send.isPending} onClick={() => goTo(1)}>
                Back
              </Button>
            </div>
          </div>
        )}
      </Card>
      <div className={step === 2 ? 'max-xl:order-first' : 'max-xl:hidden'}>
        <Card title="How it will look">
          <div className="grid gap-4">
            {sellers.length > 1 && (
              <Field label="Show the one for">
                <Select
                  options={sellers.map(({ name }, index) => ({ value: String(index), label: name }))}
                  value={String(Math.min(shown, sellers.length - 1))}
                  onChange={({ target }) => setShown(Number(target.value))}
                />
              </Field>
            )}
            <p className="text-sm text-ink-muted">
              We fill in the fields listed here. If the form asks for more, print the certificate and add it
              by hand.
            </p>
            <FormPreview form={form} filled={filled} seller={seller?.name ?? ''} />
          </div>
        </Card>
      </div>
    </div>
  )
}

/** Forms for several states ask for one number each. */
function labelOf(texts: readonly Typed[], index: number): string {
  const { name, state } = texts[index] as Typed
  const isOneOfMany = texts.filter((other) => other.name === name).length > 1
  return isOneOfMany && state ? `${fieldWords[name]} (${state})` : fieldWords[name]
}

/** What is wrong with each field, by its name. */
function errorsOf(error: unknown): Record<string, string> {
  const fields = error instanceof ApiError ? error.fields : []
  return Object.fromEntries(fields.map(({ path, message }) => [path.split('.')[0] ?? '', message]))
}
