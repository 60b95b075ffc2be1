import { claimQuestions, type MakingPaper, purchaseKindQuestions } from '@exempta/contract/requests/making'
import { stateNames } from '@exempta/contract/states'
import { ExternalLink } from 'lucide-react'
import { errorText } from '../../../lib/api-error.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Field } from '../../../ui/field.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { FailedState } from '../../../ui/page-states.tsx'
import { Select } from '../../../ui/select.tsx'
import { chosenOf, type QuestionProps, useChoices } from './answers.ts'
import { Question } from './question.tsx'

const stateOptions = Object.entries(stateNames).map(([value, label]) => ({ value, label }))
const kindOptions = Object.entries(purchaseKindQuestions).map(([value, label]) => ({ value, label }))

/** Only reasons that the state grants are offered, and each says at once whether we can make its paper. */
export function WhyStep({ token, page, answers, problems, onAnswer, onNext, onBack }: QuestionProps) {
  const { data, error, refetch } = useChoices(token, answers)
  const chosen = chosenOf(data?.choices, answers)
  const canMake = chosen?.paper.kind === 'form' || chosen?.paper.kind === 'statement'
  const place = stateNames[answers.state] ?? answers.state
  return (
    <Question
      title="Why is it exempt?"
      step={1}
      onNext={
        chosen && !canMake
          ? undefined
          : () => {
              if (!chosen) return onNext({ claim: 'Please choose a reason' })
              const { known } = data ?? {}
              onAnswer({
                purchaser: answers.purchaser || (known?.purchaser ?? ''),
                purchaserAddress: answers.purchaserAddress || (known?.purchaserAddress ?? ''),
              })
              onNext()
            }
      }
      onBack={onBack}
    >
      {!page.state && (
        <Field label="Which state is it for?" error={problems.state}>
          <Select
            options={stateOptions}
            placeholder="Choose"
            value={answers.state}
            onChange={({ target }) => onAnswer({ state: target.value, claim: '' })}
          />
        </Field>
      )}
      <Field label={`What do you buy from ${page.business.name}?`}>
        <Select
          options={kindOptions}
          value={answers.kind}
          onChange={({ target }) =>
            onAnswer({ kind: target.value as keyof typeof purchaseKindQuestions, claim: '' })
          }
        />
      </Field>
      {error && <FailedState message={errorText(error)} onRetry={() => void refetch()} />}
      {answers.state !== '' && !data && !error && <Skeleton className="h-40" label="Loading the reasons" />}
      {data?.choices.length === 0 && (
        <Banner tone="info">
          We don’t know of an exemption in {place} for this. Ask {page.business.name} what they accept.
        </Banner>
      )}
      {data && data.choices.length > 0 && (
        <fieldset className="grid gap-2">
          <legend className="mb-1.5 text-sm font-medium">Why don’t you pay sales tax on it?</legend>
          {data.choices.map(({ claim }) => (
            <label
              key={claim}
              className="flex min-h-11 items-center gap-3 rounded-control border border-line-strong/60 px-3 py-2 has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name="claim"
                value={claim}
                checked={answers.claim === claim}
                onChange={() => onAnswer({ claim })}
                className="size-4.5 shrink-0 accent-accent"
              />
              {claimQuestions[claim]}
            </label>
          ))}
          {problems.claim && (
            <p role="alert" className="text-sm font-medium text-danger-ink">
              {problems.claim}
            </p>
          )}
        </fieldset>
      )}
      <div aria-live="polite">
        {chosen && <PaperNote paper={chosen.paper} place={place} business={page.business.name} />}
      </div>
    </Question>
  )
}

interface PaperNoteProps {
  paper: MakingPaper
  place: string
  business: string
}

/** What we make, or what to do where we can't. */
function PaperNote({ paper, place, business }: PaperNoteProps) {
  if (paper.kind === 'form') {
    return (
      <p>
        We’ll fill in {paper.name}, {paper.title}, for you.
      </p>
    )
  }
  if (paper.kind === 'statement') {
    return (
      <div className="grid gap-1">
        <p>We’ll write a statement with everything that {place} asks for.</p>
        <p className="text-sm text-ink-muted">
          {place} accepts: {paper.rule.text} ({paper.rule.source}).
        </p>
      </div>
    )
  }
  if (paper.kind === 'none') {
    return (
      <Banner tone="info" title="No certificate is needed">
        {paper.rule} Let {business} know.
      </Banner>
    )
  }
  return (
    <Banner tone="info" title="We can’t make this one">
      <div className="grid gap-2">
        {paper.asked && (
          <p>
            {place} asks for: {paper.asked}.
          </p>
        )}
        <ul className="grid gap-2">
          {paper.forms.map(({ name, title, isIssuedByState, publishedAt }) => (
            <li key={`${name} ${title}`} className="[overflow-wrap:anywhere]">
              {name}, {title}. {isIssuedByState ? `${place} issues it.` : 'Fill it in and sign it.'}{' '}
              {publishedAt && (
                <a
                  className="inline-flex items-center gap-1 underline underline-offset-2"
                  href={`https://${publishedAt.replace(/^https:\/\//, '')}`}
                  target="_blank"
                  rel="noreferrer"
                >
                  {publishedAt.replace(/^https:\/\//, '').split('/')[0]}
                  <ExternalLink aria-hidden className="size-3.5" />
                </a>
              )}
            </li>
          ))}
        </ul>
        <p>Then go back and send a photo of it.</p>
      </div>
    </Banner>
  )
}
