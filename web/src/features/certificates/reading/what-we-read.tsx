import {
  confirmExemption,
  type DocumentReading,
  type Exemption,
  getReading,
  type ReadCertificate,
  withdrawExemption,
} from '@exempta/contract/certificates'
import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleCheck, Pencil } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { queryClient, routeMutation, routeQuery } from '../../../lib/query.ts'
import type { Highlight } from '../../../shared/page-viewer/highlights.tsx'
import type { ViewerLink } from '../../../shared/page-viewer/page-viewer.tsx'
import {
  CertificateChoice,
  FormName,
  NoLegalAdvice,
  NothingRead,
  ReadingList,
  ReadingNotes,
} from '../../../shared/reading/reading-parts.tsx'
import {
  type Confirmable,
  isConfirmable,
  type ReadingRow,
  readingHighlights,
  readingRows,
  shownCertificate,
} from '../../../shared/reading/reading-rows.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/dialogs.tsx'
import { SectionSpinner } from '../../../ui/loading.tsx'
import { toast } from '../../../ui/toast.ts'

const ExemptionForm = onDemand(
  async () => (await import('../../../shared/reading/exemption-form.tsx')).ExemptionForm,
)

/** What was read on a document: a panel for beside its pages, and the outlines that belong to it. */
export function useWhatWeRead(documentId: string): {
  highlights: readonly Highlight[]
  panel: (link: ViewerLink) => ReactNode
} {
  const [chosen, setChosen] = useState(0)
  const options = routeQuery(getReading, { params: { id: documentId } })
  const query = useQuery(options)
  const reading = query.data
  const { certificate, stated } = reading ? shownCertificate(reading, chosen) : {}
  const rows = certificate && stated ? readingRows(stated, certificate) : []
  const save = (saved: DocumentReading) => queryClient.setQueryData(options.queryKey, saved)
  return {
    highlights: readingHighlights(rows),
    panel: (link) => (
      <Card title="What we read">
        {!reading ? (
          query.error ? (
            <p className="text-ink-muted">{errorText(query.error)}</p>
          ) : (
            <SectionSpinner />
          )
        ) : certificate &&
          stated &&
          !(certificate.isEmpty && !reading.confirmed) &&
          !reading.notACertificate ? (
          <ReadPanel
            key={reading.version}
            documentId={documentId}
            reading={reading}
            certificate={certificate}
            rows={rows}
            link={link}
            onSaved={save}
            choice={<CertificateChoice reading={reading} chosen={chosen} onChoose={setChosen} />}
          />
        ) : (
          <NothingRead
            reading={reading}
            certificate={certificate}
            emptyHint="Fill it in and upload it again."
          />
        )}
      </Card>
    ),
  }
}

interface ReadPanelProps {
  documentId: string
  reading: DocumentReading
  certificate: ReadCertificate
  rows: readonly ReadingRow[]
  link: ViewerLink
  choice: ReactNode
  onSaved: (reading: DocumentReading) => void
}

function ReadPanel({ documentId, reading, certificate, rows, link, choice, onSaved }: ReadPanelProps) {
  const { confirmed } = reading
  const { isSure } = certificate
  // What was confirmed once needs no typing again.
  const suggestion = reading.undone ?? certificate.suggestion
  const form = confirmed ? reading.confirmedForm : certificate.form
  const [isEditing, setEditing] = useState(false)
  const confirm = useMutation({
    ...routeMutation(confirmExemption),
    onSuccess: onSaved,
    onError: (error) => toast.error(errorText(error)),
  })
  const [isUndoing, setUndoing] = useState(false)
  async function undoConfirmation() {
    const saved = await call(withdrawExemption, { params: { id: documentId } })
    onSaved(saved)
    const { undone, version } = saved
    if (!undone) return
    toast.success('Confirmation undone. Businesses can’t rely on this certificate anymore.', {
      label: 'Undo',
      onClick: () =>
        confirm.mutate({
          params: { id: documentId },
          body: { ...statedIn(undone), pages: undone.pages, version, shown: null },
        }),
    })
  }
  const yes = useRef<HTMLButtonElement>(null)
  // One press of Enter is enough when there is nothing to correct, unless something else has the focus already.
  useEffect(() => {
    if (isSure && !confirmed && document.activeElement === document.body)
      yes.current?.focus({ preventScroll: true })
  }, [isSure, confirmed])
  const confirmable = isConfirmable(suggestion) ? suggestion : undefined
  if (isEditing) {
    return (
      <ExemptionForm
        reading={reading}
        certificate={certificate}
        stated={confirmed ?? suggestion}
        onSave={async (body) => onSaved(await call(confirmExemption, { params: { id: documentId }, body }))}
        onClose={() => setEditing(false)}
      />
    )
  }
  return (
    <>
      {choice}
      {form ? (
        <FormName form={form} read={certificate} />
      ) : (
        !confirmed && (
          <p className="mb-3 text-ink-muted">We don’t recognize this form. Please fill in the details.</p>
        )
      )}
      <ReadingList rows={rows} link={link} isConfirmed={confirmed !== null} />
      <ReadingNotes notes={confirmed ? reading.confirmedNotes : certificate.notes} />
      {confirmed ? (
        <div className="mt-4 grid gap-3 border-t border-line pt-4">
          <p role="status" className="flex items-start gap-2">
            <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
            {usedBy(reading.businesses)}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" size="sm" onClick={() => setEditing(true)}>
              <Pencil aria-hidden className="size-4" />
              Change something
            </Button>
            <Button variant="ghost" size="sm" onClick={() => setUndoing(true)}>
              Undo confirmation
            </Button>
          </div>
          <ConfirmDialog
            isOpen={isUndoing}
            onOpenChange={setUndoing}
            title="Undo confirmation?"
            question={affected(reading.businesses)}
            confirmLabel="Undo confirmation"
            onConfirm={undoConfirmation}
          />
        </div>
      ) : (
        <div className="mt-4 flex flex-wrap gap-2 border-t border-line pt-4">
          {confirmable && (
            <Button
              ref={yes}
              isLoading={confirm.isPending}
              onClick={() =>
                confirm.mutate({
                  params: { id: documentId },
                  body: {
                    ...statedIn(confirmable),
                    pages: certificate.pages,
                    version: reading.version,
                    shown: null,
                  },
                })
              }
            >
              Yes, this is right
            </Button>
          )}
          <Button variant={confirmable ? 'secondary' : 'primary'} onClick={() => setEditing(true)}>
            {confirmable ? 'Change something' : 'Fill in the details'}
          </Button>
        </div>
      )}
      <NoLegalAdvice />
    </>
  )
}

/** What is confirmed with one press, as it's sent. */
const statedIn = ({
  form,
  purchaser,
  seller,
  reason,
  isBlanket,
  hasSignature,
  signedOn,
  expiresOn,
  states,
}: Confirmable | Exemption) => ({
  form,
  purchaser,
  seller,
  reason,
  isBlanket,
  hasSignature,
  signedOn,
  expiresOn,
  states,
})

function affected(businesses: number): string {
  const kept = 'We keep what you entered, so you can confirm it again.'
  if (businesses === 0) return `No business has this certificate. ${kept}`
  const they = businesses === 1 ? '1 business that has it' : `${businesses} businesses that have it`
  return `The ${they} won’t be able to rely on this certificate until you confirm it again. ${kept}`
}

function usedBy(businesses: number): string {
  if (businesses === 0) return 'Confirmed. Share it, and businesses can use it.'
  return businesses === 1
    ? 'Confirmed. 1 business can use it now.'
    : `Confirmed. ${businesses} businesses can use it now.`
}
