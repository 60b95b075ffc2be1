import {
  confirmExemption,
  type DocumentReading,
  type ExemptionNote,
  getReading,
  notACertificateTexts,
  type ReadCertificate,
  withdrawExemption,
} from '@exempta/contract/exemptions'
import { stateNames } from '@exempta/contract/states'
import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Pencil } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { errorText } from '../../lib/api-error.ts'
import { classNames } from '../../lib/class-names.ts'
import { onDemand } from '../../lib/on-demand.tsx'
import { queryClient, routeMutation, routeQuery } from '../../lib/query.ts'
import type { Highlight } from '../../shared/page-viewer/highlights.tsx'
import type { ViewerLink } from '../../shared/page-viewer/page-viewer.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SectionSpinner } from '../../ui/loading.tsx'
import { toast } from '../../ui/toast.ts'
import { type ReadingRow, readingHighlights, readingRows, shownCertificate } from './reading-rows.ts'

const ExemptionForm = onDemand(async () => (await import('./exemption-form.tsx')).ExemptionForm)

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
  const rows = certificate && stated ? readingRows(stated, certificate.fields) : []
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
          <NothingToConfirm reading={reading} certificate={certificate} />
        )}
      </Card>
    ),
  }
}

function NothingToConfirm({
  reading: { isRead, notACertificate },
  certificate,
}: {
  reading: DocumentReading
  certificate: ReadCertificate | undefined
}) {
  if (notACertificate) {
    const isForbidden = notACertificate === 'government-id'
    return <Banner tone={isForbidden ? 'danger' : 'warning'}>{notACertificateTexts[notACertificate]}</Banner>
  }
  if (!isRead)
    return <p className="text-ink-muted">We haven’t read this document yet. Please come back later.</p>
  return (
    <>
      {certificate?.form && <FormName form={certificate.form} />}
      <p className="text-ink-muted">This form is empty. Fill it in and upload it again.</p>
    </>
  )
}

const FormName = ({ form }: { form: NonNullable<ReadCertificate['form']> }) => {
  const [state, ...others] = form.states
  const name = state && others.length === 0 ? (stateNames[state] ?? state) : ''
  const place = name && !form.title.includes(name) ? `${name} ` : ''
  return (
    <div className="mb-3 grid gap-0.5">
      <p className="font-medium">
        {place}
        {form.name}, {form.title}
        {form.revision && ` (${form.revision})`}
      </p>
      {form.newerRevision && (
        <p className="text-sm text-ink-muted">
          There’s a newer revision of this form ({form.newerRevision}).
        </p>
      )}
    </div>
  )
}

/** A file with several certificates: which one is meant. */
function CertificateChoice({
  reading: { certificates, confirmed },
  chosen,
  onChoose,
}: {
  reading: DocumentReading
  chosen: number
  onChoose: (index: number) => void
}) {
  if (certificates.length < 2 || confirmed) return null
  return (
    <fieldset className="mb-4 grid gap-2">
      <legend className="mb-1 font-medium">
        This file has {certificates.length} certificates. Which one do you want to use?
      </legend>
      {certificates.map(({ pages, form }, index) => (
        <label key={pages.join()} className="flex items-baseline gap-2">
          <input
            type="radio"
            name="certificate"
            className="accent-accent"
            checked={index === chosen}
            onChange={() => onChoose(index)}
          />
          <span>
            {form ? form.name : 'A form we don’t know'}, {pagesInWords(pages)}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

const pagesInWords = (pages: readonly number[]) =>
  pages.length === 1 ? `page ${pages[0]}` : `pages ${pages[0]} to ${pages[pages.length - 1]}`

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
  const { suggestion, form, isSure } = certificate
  const [isEditing, setEditing] = useState(false)
  const confirm = useMutation({
    ...routeMutation(confirmExemption),
    onSuccess: onSaved,
    onError: (error) => toast.error(errorText(error)),
  })
  const withdraw = useMutation({
    ...routeMutation(withdrawExemption),
    onSuccess: (saved) => {
      onSaved(saved)
      toast.success('Withdrawn. Businesses can’t rely on it anymore.')
    },
    onError: (error) => toast.error(errorText(error)),
  })
  const yes = useRef<HTMLButtonElement>(null)
  // One press of Enter is enough when there is nothing to correct, unless something else has the focus already.
  useEffect(() => {
    if (isSure && !confirmed && document.activeElement === document.body)
      yes.current?.focus({ preventScroll: true })
  }, [isSure, confirmed])
  const canConfirm = suggestion.purchaser !== null && suggestion.states.length > 0
  if (isEditing) {
    return (
      <>
        {form && <FormName form={form} />}
        <ExemptionForm
          documentId={documentId}
          reading={reading}
          certificate={certificate}
          stated={confirmed ?? suggestion}
          onSaved={onSaved}
          onClose={() => setEditing(false)}
        />
      </>
    )
  }
  return (
    <>
      {choice}
      {form ? (
        <FormName form={form} />
      ) : (
        <p className="mb-3 text-ink-muted">We don’t know this form. Please fill in what it says.</p>
      )}
      <ul aria-label="What we read" className="-mx-2 grid gap-0.5">
        {rows
          .filter(({ value, id }) => value !== undefined || id === 'purchaser')
          .map((row) => (
            <Row key={row.id} row={row} link={link} isConfirmed={confirmed !== null} />
          ))}
      </ul>
      <Notes notes={confirmed ? reading.confirmedNotes : certificate.notes} />
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
            <Button
              variant="ghost"
              size="sm"
              isLoading={withdraw.isPending}
              onClick={() => withdraw.mutate({ params: { id: documentId } })}
            >
              Withdraw
            </Button>
          </div>
        </div>
      ) : (
        <div className="mt-4 flex flex-wrap gap-2 border-t border-line pt-4">
          {canConfirm && (
            <Button
              ref={yes}
              isLoading={confirm.isPending}
              onClick={() =>
                confirm.mutate({
                  params: { id: documentId },
                  body: {
                    ...suggestion,
                    purchaser: suggestion.purchaser ?? '',
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
          <Button variant={canConfirm ? 'secondary' : 'primary'} onClick={() => setEditing(true)}>
            {canConfirm ? 'Change something' : 'Fill in what it says'}
          </Button>
        </div>
      )}
      <p className="mt-3 text-xs text-ink-muted">
        Exempta reads documents and knows published rules. It doesn’t give legal advice.
      </p>
    </>
  )
}

function usedBy(businesses: number): string {
  if (businesses === 0) return 'Confirmed. Share it, and businesses can use it.'
  return businesses === 1
    ? 'Confirmed. 1 business can use it now.'
    : `Confirmed. ${businesses} businesses can use it now.`
}

interface RowProps {
  row: ReadingRow
  link: ViewerLink
  isConfirmed: boolean
}

function Row({ row: { id, label, value, field, readAs }, link, isConfirmed }: RowProps) {
  const content = (
    <>
      <span className="flex w-full min-h-6 items-center justify-between gap-2">
        <span className="text-sm text-ink-muted">{label}</span>
        {field && !isConfirmed && <Level isSure={field.isSure} />}
      </span>
      <span className="grid min-w-0 gap-0.5 text-left [overflow-wrap:anywhere]">
        {value ?? <span className="text-ink-muted">Not found</span>}
        {readAs !== undefined && <span className="text-xs text-ink-muted">We read “{readAs}”</span>}
      </span>
    </>
  )
  const look = 'grid min-w-0 flex-1 rounded-control px-2 py-1 text-left'
  if (!field) return <li className={look}>{content}</li>
  const highlight = `read-${id}`
  const { viewer, activeId, onActive } = link
  return (
    <li className="flex">
      <button
        type="button"
        onPointerEnter={() => onActive(highlight)}
        onPointerLeave={() => onActive(undefined)}
        onFocus={() => onActive(highlight)}
        onBlur={() => onActive(undefined)}
        onClick={() => viewer.current?.focusHighlight(highlight)}
        className={classNames(look, activeId === highlight ? 'bg-info-soft' : 'hover:bg-subtle')}
      >
        {content}
      </button>
    </li>
  )
}

const Level = ({ isSure }: { isSure: boolean }) =>
  isSure ? (
    <Badge tone="success" icon={<CircleCheck aria-hidden />}>
      Sure
    </Badge>
  ) : (
    <Badge tone="warning" icon={<CircleAlert aria-hidden />}>
      Please check
    </Badge>
  )

function Notes({ notes }: { notes: readonly ExemptionNote[] }) {
  if (notes.length === 0) return null
  return (
    <ul aria-label="What to check" className="mt-4 grid gap-3 border-t border-line pt-4">
      {notes.map(({ state, text, rule }) => (
        <li key={`${state} ${text}`} className="flex items-start gap-2">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
          <div className="grid min-w-0 gap-1">
            <p>{text}</p>
            {rule && (
              <details className="text-sm text-ink-muted">
                <summary className="cursor-pointer">Why?</summary>
                <p className="mt-1">{rule.text}</p>
                {rule.quote && (
                  <blockquote className="mt-1 border-l-2 border-line pl-2">“{rule.quote}”</blockquote>
                )}
                <p className="mt-1">
                  {rule.source}
                  {rule.address && `, ${rule.address}`}
                </p>
              </details>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
