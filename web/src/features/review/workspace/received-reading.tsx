import type { ReadCertificate } from '@exempta/contract/certificates'
import { isAdded } from '@exempta/contract/review'
import type { getReceived } from '@exempta/contract/review/received'
import type { RouteOutput } from '@exempta/contract/route'
import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { useHotkey } from '../../../lib/hooks.ts'
import { dateOf } from '../../../shared/document-marks.tsx'
import type { Highlight } from '../../../shared/page-viewer/highlights.tsx'
import type { PageViewerHandle, ViewerLink } from '../../../shared/page-viewer/page-viewer.tsx'
import {
  CertificateChoice,
  FormName,
  NoLegalAdvice,
  NothingRead,
  ReadingList,
  ReadingNotes,
} from '../../../shared/reading/reading-parts.tsx'
import {
  type ReadingRow,
  readingHighlights,
  readingRows,
  shownCertificate,
} from '../../../shared/reading/reading-rows.ts'
import { SignedHere } from '../../../shared/reading/signed-here.tsx'

type Received = RouteOutput<typeof getReceived>

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9']

interface Evidence {
  viewer: RefObject<PageViewerHandle | null>
  link: ViewerLink
  highlights: readonly Highlight[]
  panel: ReactNode
}

/** What was read on a received document: outlines for its pages, and the panel that leads to them. */
export function useReceivedReading(received: Received | undefined, hasKeys: boolean): Evidence {
  const viewer = useRef<PageViewerHandle>(null)
  const [active, setActive] = useState<{ of: string | undefined; id: string | undefined }>()
  const [choice, setChoice] = useState<{ of: string | undefined; index: number }>()
  const id = received?.id
  const reading = received?.reading
  const chosen = choice?.of === id ? (choice?.index ?? 0) : 0
  const { certificate, stated } = reading ? shownCertificate(reading, chosen) : {}
  const rows = stated ? readingRows(stated, certificate) : []
  const highlights = readingHighlights(rows)
  const link: ViewerLink = {
    viewer,
    activeId: active?.of === id ? active?.id : undefined,
    onActive: (highlight) => setActive({ of: id, id: highlight }),
  }
  useHotkey(
    digits,
    (digit) => {
      const marked = highlights.find(({ mark }) => mark === digit)
      if (marked) viewer.current?.focusHighlight(marked.id)
    },
    { isOn: hasKeys },
  )
  const isShown = reading?.confirmed || (certificate && !certificate.isEmpty && !reading?.notACertificate)
  return {
    viewer,
    link,
    highlights: isShown ? highlights : [],
    panel: reading && (
      <section className="grid gap-1">
        <h2 className="font-semibold">What it says</h2>
        {isShown ? (
          <>
            <Confirmed
              at={reading.confirmed?.confirmedAt}
              rows={rows}
              by={received && isAdded(received) ? 'your business' : 'the customer'}
            />
            <SignedHere signed={reading.signedHere} />
            <CertificateChoice
              reading={reading}
              chosen={chosen}
              onChoose={(index) => setChoice({ of: id, index })}
            />
            <Form reading={reading} read={certificate} />
            <ReadingList
              rows={rows}
              link={link}
              isConfirmed={reading.confirmed !== null}
              marks={highlights}
            />
            <ReadingNotes notes={reading.confirmed ? reading.confirmedNotes : (certificate?.notes ?? [])} />
            <NoLegalAdvice />
          </>
        ) : (
          <NothingRead reading={reading} certificate={certificate} />
        )}
      </section>
    ),
  }
}

/** The form that the customer named, or else the one that was recognized. */
function Form({ reading, read }: { reading: Received['reading']; read: ReadCertificate | undefined }) {
  const form = reading.confirmed ? reading.confirmedForm : read?.form
  if (!form) return <p className="mb-3 text-ink-muted">We don’t know this form.</p>
  return (
    <>
      <FormName form={form} read={read} />
      {form.code !== read?.form?.code && (
        <p className="mb-3 text-xs text-ink-muted">The customer named this form. We didn’t recognize it.</p>
      )}
    </>
  )
}

/** Praises nothing that the rows below contradict. */
function Confirmed({
  at,
  rows,
  by,
}: {
  at: string | undefined
  rows: readonly ReadingRow[]
  by: 'the customer' | 'your business'
}) {
  const unread = rows.filter(({ readAs }) => readAs !== undefined).length
  const Icon = !at ? CircleDashed : unread > 0 ? CircleAlert : CircleCheck
  const color = !at ? 'text-ink-muted' : unread > 0 ? 'text-warning' : 'text-success'
  return (
    <p className="mb-2 flex items-start gap-2 text-sm">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${color}`} />
      {!at
        ? `Read by Exempta, not confirmed by ${by} yet`
        : unread === 0
          ? `Read by Exempta, ${by === 'the customer' ? 'confirmed' : 'added'} by ${by} on ${dateOf(at)}`
          : `Entered by ${by} on ${dateOf(at)}. ${unread === 1 ? 'One line isn’t' : `${unread} lines aren’t`} what we read, so compare ${unread === 1 ? 'it' : 'them'} with the page.`}
    </p>
  )
}
