import { getMailShareDocument, type MailShareDocument, mailShareAddress } from '@exempta/contract/mail-shares'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { routeQuery } from '../../lib/query.ts'
import { useHotkey } from '../../lib/use-hotkey.ts'
import { FailedState } from '../../ui/failed-state.tsx'
import { SectionSpinner } from '../../ui/section-spinner.tsx'
import { SharedPage } from './shared-page.tsx'
import { ViewerBar } from './viewer-bar.tsx'

const zooms = [50, 75, 100, 125, 150, 200, 300] as const
const fits = zooms.indexOf(100)

interface DocumentViewerProps {
  linkId: string
  document: MailShareDocument
  /** A page could not be loaded: perhaps something changed. */
  onStale: () => void
}

/** One page at a time; arrows turn pages, plus and minus change the size. */
export function DocumentViewer({ linkId, document, onStale }: DocumentViewerProps) {
  const { id, name, version, pageCount } = document
  const query = useQuery(
    routeQuery(getMailShareDocument, { params: { link: linkId, id }, query: { v: version } }),
  )
  const [number, setNumber] = useState(1)
  const [zoom, setZoom] = useState(fits)
  const turn = (by: number) => setNumber((at) => Math.min(pageCount, Math.max(1, at + by)))
  const resize = (by: number) => setZoom((at) => Math.min(zooms.length - 1, Math.max(0, at + by)))
  useHotkey('ArrowRight', () => turn(1))
  useHotkey('ArrowLeft', () => turn(-1))
  useHotkey('+', () => resize(1))
  useHotkey('=', () => resize(1))
  useHotkey('-', () => resize(-1))
  useHotkey('0', () => setZoom(fits))

  const page = query.data?.pages[number - 1]
  return (
    <section aria-label={name} className="grid min-w-0 content-start gap-3">
      <h2 className="text-lg font-semibold [overflow-wrap:anywhere]">{name}</h2>
      <ViewerBar
        page={{ number, count: pageCount, turn }}
        zoom={{ percent: zooms[zoom] ?? 100, isLeast: zoom === 0, isMost: zoom === zooms.length - 1, resize }}
        downloadAddress={document.canDownload ? mailShareAddress.download(linkId, id) : undefined}
      />
      {document.hasWatermark && (
        <p className="text-sm text-ink-muted">Every page carries your address and the time of this visit.</p>
      )}
      {page ? (
        <SharedPage
          address={mailShareAddress.page(linkId, id, version, number)}
          name={`Page ${number} of ${pageCount}, ${name}`}
          page={page}
          percent={zooms[zoom] ?? 100}
          onStale={onStale}
        />
      ) : query.error ? (
        <FailedState
          message={errorText(query.error)}
          onRetry={() => void query.refetch()}
          isRetrying={query.isRefetching}
        />
      ) : (
        <SectionSpinner />
      )}
    </section>
  )
}
