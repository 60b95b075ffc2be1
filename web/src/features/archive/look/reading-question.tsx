import { archivePageAddress, confirmArchiveFile } from '@exempta/contract/archive'
import type { RouteInput } from '@exempta/contract/route'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { type ReadPlaces, ReadPlacesProvider } from '../../../shared/reading/read-place.tsx'
import {
  CertificateChoice,
  FormName,
  ReadingList,
  ReadingNotes,
} from '../../../shared/reading/reading-parts.tsx'
import {
  fieldOf,
  isConfirmable,
  readingRows,
  shownCertificate,
} from '../../../shared/reading/reading-rows.ts'
import { KeyButton } from './key-button.tsx'
import type { QuestionProps } from './short-questions.tsx'

const ExemptionForm = onDemand(
  async () => (await import('../../../shared/reading/exemption-form.tsx')).ExemptionForm,
)

/** What was read, to be confirmed or corrected. */
export function ReadingQuestion({ file, isBusy, attempt, areKeysOn }: QuestionProps) {
  const { reading } = file
  const [chosen, setChosen] = useState(0)
  const [isEditing, setEditing] = useState(false)
  if (!reading) return <p className="text-ink-muted">There is nothing to answer for this file.</p>
  const { certificate, stated } = shownCertificate(reading, chosen)
  if (!certificate || !stated) return <p className="text-ink-muted">We couldn’t read anything on it.</p>
  const save = (body: RouteInput<typeof confirmArchiveFile>['body']) =>
    attempt(() => call(confirmArchiveFile, { params: { id: file.id }, body }))
  if (isEditing) {
    const places: ReadPlaces = {
      fieldOf: (name, state) => fieldOf(certificate, name, state),
      pages: [],
      addressOf: (page) => archivePageAddress(file.id, file.version, page),
    }
    return (
      <ReadPlacesProvider value={places}>
        <ExemptionForm
          reading={reading}
          certificate={certificate}
          stated={stated}
          onSave={save}
          onClose={() => setEditing(false)}
        />
      </ReadPlacesProvider>
    )
  }
  const confirmable = isConfirmable(stated) ? stated : undefined
  return (
    <>
      <div>
        <CertificateChoice reading={reading} chosen={chosen} onChoose={setChosen} />
        {certificate.form ? (
          <FormName form={certificate.form} read={certificate} />
        ) : (
          <p className="mb-3 text-ink-muted">We don’t recognize this form.</p>
        )}
        <ReadingList rows={readingRows(stated, certificate)} isConfirmed={false} />
        <ReadingNotes notes={certificate.notes} />
      </div>
      <div className="flex flex-wrap gap-2">
        {confirmable && (
          <KeyButton
            of="y"
            variant="primary"
            areKeysOn={areKeysOn}
            isLoading={isBusy}
            onPress={() =>
              void save({
                form: confirmable.form,
                purchaser: confirmable.purchaser,
                seller: confirmable.seller,
                reason: confirmable.reason,
                isBlanket: confirmable.isBlanket,
                hasSignature: confirmable.hasSignature,
                signedOn: confirmable.signedOn,
                expiresOn: confirmable.expiresOn,
                states: confirmable.states,
                pages: certificate.pages,
                version: reading.version,
                shown: reading.confirmed?.confirmedAt ?? null,
              })
            }
          >
            Yes, this is right
          </KeyButton>
        )}
        <KeyButton
          of="e"
          variant={confirmable ? 'secondary' : 'primary'}
          areKeysOn={areKeysOn}
          onPress={() => setEditing(true)}
        >
          {confirmable ? 'Change something' : 'Fill in the details'}
        </KeyButton>
      </div>
    </>
  )
}
