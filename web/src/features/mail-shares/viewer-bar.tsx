import { ChevronLeft, ChevronRight, Download, ZoomIn, ZoomOut } from 'lucide-react'
import { buttonClass } from '../../ui/button-class.ts'
import { IconButton } from '../../ui/icon-button.tsx'

interface ViewerBarProps {
  page: { number: number; count: number; turn: (by: number) => void }
  zoom: { percent: number; isLeast: boolean; isMost: boolean; resize: (by: number) => void }
  /** Undefined where the owner allows viewing only. */
  downloadAddress: string | undefined
}

export function ViewerBar({ page, zoom, downloadAddress }: ViewerBarProps) {
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
