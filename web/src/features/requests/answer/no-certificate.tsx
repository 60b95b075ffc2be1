import { type AnswerForm, listAnswerForms } from '@exempta/contract/requests/answers'
import { stateNames } from '@exempta/contract/states'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { routeQuery } from '../../../lib/query.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { FailedState } from '../../../ui/page-states.tsx'
import { Select } from '../../../ui/select.tsx'
import type { StepProps } from './step-props.ts'

const stateOptions = Object.entries(stateNames).map(([value, label]) => ({ value, label }))

/** Whoever has no certificate yet learns which form it takes, and comes back with it. */
export function NoCertificate({ token, page: { business, state: asked } }: StepProps) {
  const [isOpen, setOpen] = useState(false)
  const [state, setState] = useState(asked ?? '')
  return (
    <section className="grid gap-3 border-t border-line pt-5">
      <div>
        <Button variant="secondary" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          I don’t have one yet
        </Button>
      </div>
      {isOpen && !asked && (
        <Field label="Which state is it for?">
          <Select
            options={stateOptions}
            placeholder="Choose"
            value={state}
            onChange={({ target }) => setState(target.value)}
          />
        </Field>
      )}
      {isOpen && state && <FormsOfState token={token} state={state} business={business.name} />}
    </section>
  )
}

function FormsOfState({ token, state, business }: { token: string; state: string; business: string }) {
  const query = routeQuery(listAnswerForms, { params: { token }, query: { state } })
  const { data, error, refetch } = useQuery({ ...query, retry: false })
  if (error) return <FailedState message={errorText(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-24" label="Loading the forms" />
  const place = stateNames[state] ?? state
  const filledIn = data.items.filter(({ isIssuedByState }) => !isIssuedByState)
  const issued = data.items.filter(({ isIssuedByState }) => isIssuedByState)
  if (data.items.length === 0) {
    return (
      <p>
        We don’t know a form for {place}. Ask {business} what they accept.
      </p>
    )
  }
  return (
    <div className="grid gap-4">
      {filledIn.length > 0 && (
        <div className="grid gap-2">
          <p>
            Fill in one of these forms for {business} and sign it. Then come back to this page with a photo.
          </p>
          <FormList label={`Forms you fill in for ${place}`} forms={filledIn} />
        </div>
      )}
      {issued.length > 0 && (
        <div className="grid gap-2">
          <p>{place} gives these out itself. If you have one, send a photo of it.</p>
          <FormList label={`Papers that ${place} gives out`} forms={issued} />
        </div>
      )}
      <p className="text-sm text-ink-muted">
        This isn’t tax advice. If you aren’t sure which one is right for you, ask your tax advisor.
      </p>
    </div>
  )
}

function FormList({ label, forms }: { label: string; forms: readonly AnswerForm[] }) {
  return (
    <ul aria-label={label} className="grid gap-3">
      {forms.map(({ name, title, reasons, publishedAt }) => (
        <li
          key={`${name} ${title}`}
          className="grid gap-0.5 border-l-2 border-line pl-3 [overflow-wrap:anywhere]"
        >
          <span className="font-medium">
            {name}: {title}
          </span>
          <span className="text-sm text-ink-muted">For: {reasons.join(', ')}</span>
          {publishedAt && (
            <a
              className="inline-flex items-center gap-1 justify-self-start text-sm text-accent-ink underline underline-offset-2"
              href={`https://${publishedAt}`}
              target="_blank"
              rel="noreferrer"
            >
              {publishedAt}
              <ExternalLink aria-hidden className="size-3.5" />
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
