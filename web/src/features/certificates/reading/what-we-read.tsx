import {
  confirmExemption,
  type DocumentReading,
  type Exemption,
  getReading,
  paperNames,
  type ReadCertificate,
  withdrawExemption,
} from '@exempta/contract/certificates'
import { getDocument } from '@exempta/contract/documents'
import { documentAddress } from '@exempta/contract/documents/files'
import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleCheck, Pencil } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { queryClient, routeMutation, routeQuery } from '../../../lib/query.ts'
import type { Highlight } from '../../../shared/page-viewer/highlights.tsx'
import type { ViewerLink } from '../../../shared/page-viewer/page-viewer.tsx'
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
  type Confirmable,
  fieldOf,
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

/** What was read on a document, for a page about it. */
export interface WhatWeRead {
  /** Outlines for its pages. */
  highlights: readonly Highlight[]
  /** The owner is correcting what was read: the page gives the form room beside the pages. */
  isEditing: boolean
  /** For beside its pages; without a link, for a page that doesn't show them. */
  panel: (link?: ViewerLink) => ReactNode
}

export function useWhatWeRead(documentId: string): WhatWeRead {
  const [chosen, setChosen] = useState(0)
  const [isEditing, setEditing] = useState(false)
  /** Its owner says that it's a certificate, whatever it looks like. */
  const [isCertificate, setCertificate] = useState(false)
  const options = routeQuery(getReading, { params: { id: documentId } })
  const query = useQuery(options)
  const reading = query.data
  const { certificate, stated } = reading ? shownCertificate(reading, chosen) : {}
  const rows = certificate && stated ? readingRows(stated, certificate) : []
  const save = (saved: DocumentReading) => queryClient.setQueryData(options.queryKey, saved)
  const other = reading && !reading.confirmed && !isCertificate ? reading.notACertificate : null
  const shown = certificate ?? (isCertificate ? nothingRead : undefined)
  const isEmpty = shown === undefined || (shown.isEmpty && !reading?.confirmed)
  const panel = (link?: ViewerLink) => (
    <Card title={other ? paperNames[other] : 'What we read'}>
      {!reading ? (
        query.error ? (
          <p className="text-ink-muted">{errorText(query.error)}</p>
        ) : (
          <SectionSpinner />
        )
      ) : other || isEmpty ? (
        <>
          <NothingRead
            reading={reading}
            certificate={certificate}
            emptyHint="Fill it in and upload it again."
          />
          {other && other !== 'government-id' && (
            <Button variant="ghost" size="sm" className="mt-3 -ml-3" onClick={() => setCertificate(true)}>
              This is a certificate
            </Button>
          )}
        </>
      ) : (
        <ReadPanel
          key={reading.version}
          documentId={documentId}
          reading={reading}
          certificate={shown}
          rows={shown === nothingRead ? readingRows(nothingRead.suggestion, undefined) : rows}
          link={link}
          isEditing={isEditing}
          onEditing={setEditing}
          onSaved={save}
          choice={<CertificateChoice reading={reading} chosen={chosen} onChoose={setChosen} />}
        />
      )}
    </Card>
  )
  return { highlights: readingHighlights(rows), isEditing, panel }
}

/** Of a paper that looked like something else. */
const nothingRead: ReadCertificate = {
  pages: [1],
  form: null,
  isEmpty: false,
  edition: null,
  printedRevision: null,
  hasHiddenLicense: false,
  fields: [],
  isSure: false,
  notes: [],
  suggestion: {
    form: null,
    purchaser: null,
    seller: null,
    reason: null,
    isBlanket: null,
    hasSignature: null,
    signedOn: null,
    expiresOn: null,
    government: null,
    governmentState: null,
    organization: null,
    states: [],
  },
}

interface ReadPanelProps {
  documentId: string
  reading: DocumentReading
  certificate: ReadCertificate
  rows: readonly ReadingRow[]
  link: ViewerLink | undefined
  isEditing: boolean
  onEditing: (isEditing: boolean) => void
  choice: ReactNode
  onSaved: (reading: DocumentReading) => void
}

function ReadPanel({
  documentId,
  reading,
  certificate,
  rows,
  link,
  isEditing,
  onEditing,
  choice,
  onSaved,
}: ReadPanelProps) {
  const { confirmed } = reading
  const { isSure } = certificate
  // What was confirmed once needs no typing again.
  const suggestion = reading.undone ?? certificate.suggestion
  const form = confirmed ? reading.confirmedForm : certificate.form
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
      <Places documentId={documentId} version={reading.version} certificate={certificate} link={link}>
        <ExemptionForm
          reading={reading}
          certificate={certificate}
          stated={confirmed ?? suggestion}
          onSave={async (body) => onSaved(await call(confirmExemption, { params: { id: documentId }, body }))}
          onClose={() => {
            link?.onActive(undefined)
            onEditing(false)
          }}
        />
      </Places>
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
      <ReadingList rows={rows} {...(link && { link })} isConfirmed={confirmed !== null} />
      <ReadingNotes notes={confirmed ? reading.confirmedNotes : certificate.notes} />
      {confirmed ? (
        <div className="mt-4 grid gap-3 border-t border-line pt-4">
          <p role="status" className="flex items-start gap-2">
            <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
            {usedBy(reading.businesses)}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" size="sm" onClick={() => onEditing(true)}>
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
          <Button variant={confirmable ? 'secondary' : 'primary'} onClick={() => onEditing(true)}>
            {confirmable ? 'Change something' : 'Fill in the details'}
          </Button>
        </div>
      )}
      <NoLegalAdvice />
    </>
  )
}

interface PlacesProps extends Pick<ReadPanelProps, 'documentId' | 'certificate' | 'link'> {
  version: number
  children: ReactNode
}

/** Shows each field's source beside the form. */
function Places({ documentId, version, certificate, link, children }: PlacesProps) {
  const { data } = useQuery(routeQuery(getDocument, { params: { id: documentId } }))
  const value: ReadPlaces = {
    fieldOf: (name, state) => fieldOf(certificate, name, state),
    pages: data?.pages ?? [],
    addressOf: (page) => documentAddress.page(documentId, version, page),
    link,
  }
  return <ReadPlacesProvider value={value}>{children}</ReadPlacesProvider>
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
  government,
  governmentState,
  organization,
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
  government,
  governmentState,
  organization,
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
