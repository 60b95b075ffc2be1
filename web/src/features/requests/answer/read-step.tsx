import type { DocumentReading } from '@exempta/contract/certificates'
import { answerPageAddress, confirmAnswer, removeAnswer } from '@exempta/contract/requests/answers'
import type { RouteInput } from '@exempta/contract/route'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { type ReadPlaces, ReadPlacesProvider } from '../../../shared/reading/read-place.tsx'
import {
  CertificateChoice,
  FormName,
  NoLegalAdvice,
  NothingRead,
  ReadingList,
  ReadingNotes,
} from '../../../shared/reading/reading-parts.tsx'
import {
  fieldOf,
  isConfirmable,
  readingRows,
  shownCertificate,
} from '../../../shared/reading/reading-rows.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import type { StepProps } from './step-props.ts'

const ExemptionForm = onDemand(
  async () => (await import('../../../shared/reading/exemption-form.tsx')).ExemptionForm,
)

interface ReadStepProps extends StepProps {
  reading: DocumentReading
  /** Goes on without confirming anything. */
  onSkip: () => void
}

/** What we read: confirmed with one tap, or corrected. */
export function ReadStep({ token, page, reading, onChange, onSkip }: ReadStepProps) {
  const [chosen, setChosen] = useState(0)
  const [isEditing, setEditing] = useState(false)
  const [isSending, setSending] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const { certificate, stated } = shownCertificate(reading, chosen)

  const save = async (body: RouteInput<typeof confirmAnswer>['body']) => {
    await call(confirmAnswer, { params: { token }, body })
    await onChange()
  }
  async function attempt(work: () => Promise<unknown>) {
    setSending(true)
    setTrouble(undefined)
    try {
      await work()
    } catch (error) {
      setTrouble(errorText(error))
    } finally {
      setSending(false)
    }
  }
  const another = () =>
    attempt(async () => {
      await call(removeAnswer, { params: { token } })
      await onChange()
    })

  if (!certificate || !stated || certificate.isEmpty || reading.notACertificate) {
    return (
      <div className="grid gap-4">
        {trouble && <Banner tone="danger">{trouble}</Banner>}
        <NothingRead
          reading={reading}
          certificate={certificate}
          emptyHint="Fill it in and send a new photo."
        />
        <div className="flex flex-wrap gap-2">
          <Button isLoading={isSending} onClick={() => void another()}>
            Choose another file
          </Button>
          <Button variant="secondary" onClick={onSkip}>
            Send it to {page.business.name} anyway
          </Button>
        </div>
      </div>
    )
  }
  const { form, suggestion } = certificate
  if (isEditing) {
    const places: ReadPlaces = {
      fieldOf: (name, state) => fieldOf(certificate, name, state),
      pages: [],
      addressOf: (number) => answerPageAddress(token, reading.version, number),
    }
    return (
      <ReadPlacesProvider value={places}>
        <ExemptionForm
          reading={reading}
          certificate={certificate}
          stated={suggestion}
          onSave={save}
          onClose={() => setEditing(false)}
        />
      </ReadPlacesProvider>
    )
  }
  const confirmable = isConfirmable(suggestion) ? suggestion : undefined
  return (
    <section aria-labelledby="what-we-read" className="grid gap-4">
      <h2 id="what-we-read" className="text-lg font-semibold">
        What we read
      </h2>
      {trouble && <Banner tone="danger">{trouble}</Banner>}
      <div>
        <CertificateChoice reading={reading} chosen={chosen} onChoose={setChosen} />
        {form ? (
          <FormName form={form} read={certificate} />
        ) : (
          <p className="mb-3 text-ink-muted">We don’t recognize this form. Please fill in the details.</p>
        )}
        <ReadingList rows={readingRows(stated, certificate)} isConfirmed={false} />
        <ReadingNotes notes={certificate.notes} />
      </div>
      <div className="grid gap-2">
        {confirmable && (
          <Button
            size="lg"
            isLoading={isSending}
            onClick={() =>
              void attempt(() =>
                save({
                  ...confirmable,
                  pages: certificate.pages,
                  version: reading.version,
                  shown: null,
                }),
              )
            }
          >
            Yes, this is right
          </Button>
        )}
        <Button variant={confirmable ? 'secondary' : 'primary'} onClick={() => setEditing(true)}>
          {confirmable ? 'Change something' : 'Fill in the details'}
        </Button>
        <Button variant="ghost" onClick={() => void another()}>
          Choose another file
        </Button>
      </div>
      <NoLegalAdvice />
    </section>
  )
}
