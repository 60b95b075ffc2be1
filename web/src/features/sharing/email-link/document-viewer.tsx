import {
  type EmailShareDocument,
  emailShareAddress,
  getEmailShareDocument,
} from '@exempta/contract/sharing/email-links'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Download, ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { useHotkey } from '../../../lib/hooks.ts'
import { routeQuery } from '../../../lib/query.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { SectionSpinner } from '../../../ui/loading.tsx'
import { FailedState } from '../../../ui/page-states.tsx'

interface ViewerBarProps {
  page: { number: number; count: number; turn: (by: number) => void }
  zoom: { percent: number; isLeast: boolean; isMost: boolean; resize: (by: number) => void }
  /** Undefined where the owner allows viewing only. */
  downloadAddress: string | undefined
}

function ViewerBar({ page, zoom, downloadAddress }: ViewerBarProps) {
  return (
    <div className="sticky top-0 z-10 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-3 py-2">
      <div className="flex items-center gap-1">
        <IconButton
          label="Previous page"
          icon={<ChevronLeft />}
          disabled={page.number === 1}
          onClick={() => page.turn(-1)}
        />
        <span role="status" className="min-w-24 text-center tabular-nums">
          Page {page.number} of {page.count}
        </span>
        <IconButton
          label="Next page"
          icon={<ChevronRight />}
          disabled={page.number === page.count}
          onClick={() => page.turn(1)}
        />
      </div>
      <div className="flex items-center gap-1">
        <IconButton
          label="Zoom out"
          icon={<ZoomOut />}
          disabled={zoom.isLeast}
          onClick={() => zoom.resize(-1)}
        />
        <span
          role="status"
          aria-label={`Zoom ${zoom.percent} percent`}
          className="min-w-12 text-center tabular-nums"
        >
          {zoom.percent}%
        </span>
        <IconButton label="Zoom in" icon={<ZoomIn />} disabled={zoom.isMost} onClick={() => zoom.resize(1)} />
      </div>
      <div className="ml-auto">
        {downloadAddress ? (
          <a href={downloadAddress} download className={buttonClass('secondary', 'sm')}>
            <Download aria-hidden className="size-4" />
            Download
          </a>
        ) : (
          <span className="text-sm text-ink-muted">View only</span>
        )}
      </div>
    </div>
  )
}

interface SharedPageProps {
  address: string
  name: string
  page: { width: number; height: number }
  percent: number
  onStale: () => void
}

/** Takes its place before it is loaded, so nothing moves; what is larger than its frame is scrolled there. */
function SharedPage({ address, name, page: { width, height }, percent, onStale }: SharedPageProps) {
  const [tries, setTries] = useState(0)
  const [failed, setFailed] = useState<string>()
  const key = `${address} ${tries}`
  return (
    <section
      aria-label="Page"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="max-h-[85dvh] overflow-auto rounded-card border border-line bg-subtle"
    >
      <div
        className="relative mx-auto bg-white"
        style={{ width: `${percent}%`, aspectRatio: `${width} / ${height}` }}
      >
        {failed === key ? (
          <div className="absolute inset-0 grid place-content-center justify-items-center gap-3 bg-subtle text-ink-muted">
            We couldn’t load this page.
            <Button
              variant="secondary"
              size="sm"
              onClick={() => {
                setTries(tries + 1)
                onStale()
              }}
            >
              Try again
            </Button>
          </div>
        ) : (
          <img
            key={key}
            src={address}
            alt={name}
            width={width}
            height={height}
            draggable={false}
            onError={() => setFailed(key)}
            className="absolute inset-0 size-full"
          />
        )}
      </div>
    </section>
  )
}

const zooms = [50, 75, 100, 125, 150, 200, 300] as const
const fits = zooms.indexOf(100)

interface DocumentViewerProps {
  linkId: string
  document: EmailShareDocument
  /** A page could not be loaded: perhaps something changed. */
  onStale: () => void
}

/** One page at a time; arrows turn pages, plus and minus change the size. */
export function DocumentViewer({ linkId, document, onStale }: DocumentViewerProps) {
  const { id, name, version, pageCount } = document
  const query = useQuery(
    routeQuery(getEmailShareDocument, { params: { link: linkId, id }, query: { v: version } }),
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
        downloadAddress={document.canDownload ? emailShareAddress.download(linkId, id) : undefined}
      />
      {document.hasWatermark && (
        <p className="text-sm text-ink-muted">Every page shows your address and the time of this visit.</p>
      )}
      {page ? (
        <SharedPage
          address={emailShareAddress.page(linkId, id, version, number)}
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
