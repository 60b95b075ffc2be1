import {
  type ExemptionNote,
  notACertificateTexts,
  type ReadCertificate,
  type ReceivedReading,
} from '@exempta/contract/certificates'
import { stateNames } from '@exempta/contract/states'
import { CircleAlert } from 'lucide-react'
import { classNames } from '../../lib/class-names.ts'
import { Badge } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { type Highlight, MarkBadge } from '../page-viewer/highlights.tsx'
import type { ViewerLink } from '../page-viewer/page-viewer.tsx'
import type { ReadingRow } from './reading-rows.ts'

/** The parts of the panel What we read, which owners and businesses see beside the pages. */

export const FormName = ({
  form,
  read,
}: {
  form: NonNullable<ReadCertificate['form']>
  /** What was read, if anything: it says which edition of the form the page is. */
  read: ReadCertificate | undefined
}) => {
  const own = read?.form?.code === form.code ? read : undefined
  const edition = own?.edition
  const revision = edition ? own?.printedRevision : (own?.printedRevision ?? form.revision)
  const [state, ...others] = form.states
  const name = state && others.length === 0 ? (stateNames[state] ?? state) : ''
  const place = name && !form.title.includes(name) ? `${name} ` : ''
  return (
    <div className="mb-3 grid gap-0.5">
      <p className="font-medium">
        {place}
        {form.name}, {form.title}
        {revision && ` (${revision})`}
      </p>
      {edition && <p className="text-sm text-warning">{editionWords[edition]}</p>}
      {!edition && form.newerRevision && form.newerRevision !== revision && (
        <p className="text-sm text-ink-muted">
          There’s a newer revision of this form ({form.newerRevision}). We know of no rule against this one,
          but a business may ask for the newer one. Get it from{' '}
          {name ? `the tax agency of ${name}` : 'a state’s tax agency'}
          {form.address && `: ${form.address}`}.
        </p>
      )}
    </div>
  )
}

const editionWords = {
  older: 'An older edition of this form',
  other: 'Another edition of this form than the one we know',
}

/** A file with several certificates: which one is meant. */
export function CertificateChoice({
  reading: { certificates, confirmed },
  chosen,
  onChoose,
}: {
  reading: Pick<ReceivedReading, 'certificates' | 'confirmed'>
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

/** Another paper, an empty form, or one that nobody has read yet. */
export function NothingRead({
  reading: { isRead, notACertificate },
  certificate,
  emptyHint,
}: {
  reading: Pick<ReceivedReading, 'isRead' | 'notACertificate'>
  certificate: ReadCertificate | undefined
  /** What to do about an empty form. */
  emptyHint?: string
}) {
  if (notACertificate) {
    const isForbidden = notACertificate === 'government-id'
    return <Banner tone={isForbidden ? 'danger' : 'warning'}>{notACertificateTexts[notACertificate]}</Banner>
  }
  if (!isRead)
    return <p className="text-ink-muted">We haven’t read this document yet. Please come back later.</p>
  return (
    <>
      {certificate?.form && <FormName form={certificate.form} read={certificate} />}
      <p className="text-ink-muted">This form is empty.{emptyHint && ` ${emptyHint}`}</p>
    </>
  )
}

interface ReadingListProps {
  rows: readonly ReadingRow[]
  /** Without it, the rows lead nowhere. */
  link?: ViewerLink
  isConfirmed: boolean
  /** Outlines that are all on the pages, with numbers that are keys. */
  marks?: readonly Highlight[]
}

/** Each row leads to the place on the page where it was read. */
export const ReadingList = ({ rows, ...row }: ReadingListProps) => (
  <ul aria-label="What we read" className="-mx-2 grid gap-0.5">
    {rows.map((one) => (
      <Row key={one.id} row={one} {...row} />
    ))}
  </ul>
)

function Row({ row, link, isConfirmed, marks }: Omit<ReadingListProps, 'rows'> & { row: ReadingRow }) {
  const { id, label, value, field, readAs } = row
  const highlight = `read-${id}`
  const mark = marks?.find((one) => one.id === highlight)
  const content = (
    <>
      <span className="flex min-h-6 w-full items-center justify-between gap-2">
        <span className="flex items-center gap-1.5 text-sm text-ink-muted">
          {mark && <MarkBadge of={mark} />}
          {label}
        </span>
        {field && !field.isSure && !isConfirmed && (
          <Badge tone="warning" icon={<CircleAlert aria-hidden />}>
            Please check
          </Badge>
        )}
        {isConfirmed && readAs !== undefined && (
          <Badge tone="warning">{readAs === null ? 'Added' : 'Changed'}</Badge>
        )}
      </span>
      <span className="grid min-w-0 gap-0.5 text-left [overflow-wrap:anywhere]">
        {value ?? <span className="text-ink-muted">{isConfirmed ? 'Left out' : 'Not found'}</span>}
        {isConfirmed && readAs !== undefined && (
          <span className="text-xs text-ink-muted">
            {readAs === null ? 'We didn’t read this on the page.' : `We read “${readAs}”`}
          </span>
        )}
      </span>
    </>
  )
  const look = 'grid min-w-0 flex-1 rounded-control px-2 py-1 text-left'
  if (!field || !link) return <li className={look}>{content}</li>
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

export function ReadingNotes({ notes }: { notes: readonly ExemptionNote[] }) {
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

export const NoLegalAdvice = () => (
  <p className="mt-3 text-xs text-ink-muted">
    Exempta reads documents and knows published rules. It doesn’t give legal advice.
  </p>
)
