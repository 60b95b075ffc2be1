import { stateNames } from '@exempta/contract/states'
import { useState } from 'react'
import { Field } from '../../../ui/field.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { chosenOf, type QuestionProps, useChoices } from './answers.ts'
import { Question } from './question.tsx'

const fits = (pattern: string, number: string) => {
  const text = number.trim()
  const format = new RegExp(pattern, 'i')
  return format.test(text) || format.test(text.replace(/[\s-]/g, ''))
}

/** A right format proves nothing, so a number that looks wrong is asked about once and then taken. */
export function NumberStep({ token, answers, problems, onAnswer, onNext, onBack }: QuestionProps) {
  const chosen = chosenOf(useChoices(token, answers).data?.choices, answers)
  const [doubted, setDoubted] = useState<string>()
  const place = stateNames[answers.state] ?? answers.state
  const { isRequired = false, pattern = null, example = null } = chosen?.number ?? {}
  const number = answers.number?.trim() ?? ''
  const title =
    answers.claim === 'resale'
      ? `What’s your ${place} sales tax number?`
      : `What’s your ${place} exemption number?`
  const isDoubtful = doubted === number && number !== ''
  return (
    <Question
      title={title}
      step={2}
      onNext={() => {
        if (isRequired && number === '') return onNext({ number: 'Please enter your number' })
        if (pattern && number !== '' && !isDoubtful && !fits(pattern, number)) return setDoubted(number)
        onNext()
      }}
      onBack={onBack}
    >
      <Field
        label="Number"
        isRequired={isRequired}
        error={
          problems.number ??
          (isDoubtful
            ? `This doesn’t look like a ${place} number${example ? `, such as ${example}` : ''}. Check it, then choose Continue again.`
            : undefined)
        }
        hint={
          isRequired
            ? `${example ? `For example, ${example}. ` : ''}You’ll find it on the papers you got from ${place}.`
            : 'Leave it empty if you don’t have one.'
        }
      >
        <TextInput
          autoComplete="off"
          value={answers.number ?? ''}
          onChange={({ target }) => onAnswer({ number: target.value || null })}
        />
      </Field>
    </Question>
  )
}

export function WhoStep({ answers, problems, onAnswer, onNext, onBack }: QuestionProps) {
  return (
    <Question title="Who’s buying?" step={3} onNext={() => onNext()} onBack={onBack}>
      <Field label="Name of your business or organization" error={problems.purchaser} isRequired>
        <TextInput
          autoComplete="organization"
          value={answers.purchaser}
          onChange={({ target }) => onAnswer({ purchaser: target.value })}
        />
      </Field>
      <Field
        label="Address of your business or organization"
        hint="For example, 12 Elm Street, Troy NY 12180"
        error={problems.purchaserAddress}
        isRequired
      >
        <TextInput
          autoComplete="street-address"
          value={answers.purchaserAddress}
          onChange={({ target }) => onAnswer({ purchaserAddress: target.value })}
        />
      </Field>
    </Question>
  )
}

/** What the paper doesn't ask for isn't asked here either. */
export function BuyStep({ token, page, answers, problems, onAnswer, onNext, onBack }: QuestionProps) {
  const chosen = chosenOf(useChoices(token, answers).data?.choices, answers)
  const asks = new Set(chosen?.asks)
  const required = new Set(chosen?.required)
  function next() {
    onNext({
      ...(required.has('business') &&
        !answers.business && { business: 'Please say what your business does' }),
      ...(required.has('items') && !answers.items && { items: 'Please say what you buy' }),
    })
  }
  const options = [
    [true, `All my purchases from ${page.business.name}`],
    [false, 'One purchase only'],
  ] as const
  return (
    <Question title="What’s it for?" step={4} onNext={next} onBack={onBack}>
      {asks.has('business') && (
        <Field
          label="What does your business do?"
          hint="For example, grocery store"
          error={problems.business}
          isRequired={required.has('business')}
        >
          <TextInput
            value={answers.business ?? ''}
            onChange={({ target }) => onAnswer({ business: target.value || null })}
          />
        </Field>
      )}
      {asks.has('items') && (
        <Field
          label="What do you buy?"
          hint="For example, paper goods"
          error={problems.items}
          isRequired={required.has('items')}
        >
          <TextInput
            value={answers.items ?? ''}
            onChange={({ target }) => onAnswer({ items: target.value || null })}
          />
        </Field>
      )}
      {chosen?.hasKinds && (
        <fieldset className="grid gap-1">
          <legend className="mb-1.5 text-sm font-medium">Which purchases is it for?</legend>
          {options.map(([value, label]) => (
            <label key={label} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name="blanket"
                checked={answers.isBlanket === value}
                onChange={() => onAnswer({ isBlanket: value })}
                className="size-4.5 shrink-0 accent-accent"
              />
              <span className="[overflow-wrap:anywhere]">{label}</span>
            </label>
          ))}
        </fieldset>
      )}
      {chosen?.hasKinds && !answers.isBlanket && (
        <Field label="Order or invoice number" error={problems.order}>
          <TextInput
            value={answers.order ?? ''}
            onChange={({ target }) => onAnswer({ order: target.value || null })}
          />
        </Field>
      )}
      {chosen && !chosen.hasKinds && !asks.has('business') && !asks.has('items') && (
        <p>This certificate is for all your purchases from {page.business.name}.</p>
      )}
    </Question>
  )
}

export function SignerStep(props: QuestionProps) {
  const { answers, problems, trouble, isSaving, onAnswer, onNext, onBack } = props
  return (
    <Question
      title="Who’s signing?"
      step={5}
      trouble={trouble}
      isLoading={isSaving}
      onNext={() => onNext()}
      onBack={onBack}
    >
      <Field label="Your name" error={problems.signer} isRequired>
        <TextInput
          autoComplete="name"
          value={answers.signer}
          onChange={({ target }) => onAnswer({ signer: target.value })}
        />
      </Field>
      <Field label="Your title" hint="For example, President" error={problems.title} isRequired>
        <TextInput
          autoComplete="organization-title"
          value={answers.title}
          onChange={({ target }) => onAnswer({ title: target.value })}
        />
      </Field>
    </Question>
  )
}
