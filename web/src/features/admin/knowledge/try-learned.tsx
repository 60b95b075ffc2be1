import { fieldWords } from '@exempta/contract/knowledge/blank-forms'
import {
  type LearnedForm,
  learnedFormField,
  type TriedForm,
  tryLearnedForm,
} from '@exempta/contract/knowledge/learned-forms'
import { useState } from 'react'
import { sendForm } from '../../../lib/api.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Card } from '../../../ui/card.tsx'
import { UploadButton } from './upload-button.tsx'

/** Reads a filled form with a blank that is in use. The file isn't kept. */
export function TryLearned({ form, isChanged }: { form: LearnedForm; isChanged: boolean }) {
  const [tried, setTried] = useState<TriedForm>()
  return (
    <Card title="Try a filled one" description="We read it like any document, and keep nothing of it.">
      <div className="grid justify-items-start gap-4">
        {isChanged && <Banner>Your changes count once they’re saved.</Banner>}
        <UploadButton
          label="Filled form"
          action="Choose a filled form"
          variant="secondary"
          field={learnedFormField}
          accept="application/pdf,image/jpeg,image/png"
          waiting="We’re reading it. This takes a few seconds."
          send={async (body) => setTried(await sendForm(tryLearnedForm, body, { params: { id: form.id } }))}
        />
        {tried && <Result {...tried} />}
      </div>
    </Card>
  )
}

function Result({ isRecognized, fields }: TriedForm) {
  return (
    <div role="status" className="grid w-full gap-3">
      <p>
        <Badge tone={isRecognized ? 'success' : 'warning'}>
          {isRecognized ? 'Recognized' : 'Not recognized'}
        </Badge>{' '}
        {isRecognized
          ? 'The file was taken for this form.'
          : 'The file wasn’t taken for this form. Is it the same edition?'}
      </p>
      {fields.length === 0 ? (
        <p>We read no values on it.</p>
      ) : (
        <dl className="grid gap-2 sm:grid-cols-[14rem_minmax(0,1fr)]">
          {fields.map(({ page, name, value, isSure }) => (
            <div key={`${page}-${name}-${value}`} className="contents">
              <dt className="text-ink-muted">{fieldWords[name]}</dt>
              <dd className="min-w-0 break-words">
                {value === 'yes' ? 'Yes' : value} {!isSure && <Badge tone="warning">Please check</Badge>}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
