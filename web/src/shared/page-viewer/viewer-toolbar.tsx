import {
  ChevronLeft,
  ChevronRight,
  Keyboard,
  Maximize,
  Minimize,
  MoveHorizontal,
  MoveVertical,
  RotateCw,
  ZoomIn,
  ZoomOut,
} from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { PlainIconButton } from '../../ui/icon-button.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { leastZoom, mostZoom, type Zoom } from './geometry.ts'

interface ToolProps extends ComponentProps<typeof PlainIconButton> {
  /** The key that does the same while the viewer has the focus. */
  keyName: string
}

function Tool({ keyName, ...rest }: ToolProps) {
  return (
    <Tooltip text={`${rest.label} (${keyName})`}>
      <PlainIconButton size="sm" aria-keyshortcuts={keyName} {...rest} />
    </Tooltip>
  )
}

export interface ViewerActions {
  turnPage: (by: 1 | -1) => void
  zoom: (by: 1 | -1) => void
  /** The whole page, or its whole width when the whole page is shown. */
  fit: () => void
  rotate: (by: 1 | -1) => void
  toggleFullScreen: () => void
}

interface ViewerToolbarProps {
  page: { number: number; count: number }
  zoom: Zoom
  isFullScreen: boolean
  hasMarks: boolean
  actions: ViewerActions
  children: ReactNode
}

export function ViewerToolbar({ page, zoom, isFullScreen, hasMarks, actions, children }: ViewerToolbarProps) {
  const [isHelpOpen, setHelpOpen] = useState(false)
  const helpId = useId()
  const zoomWords = zoom === 'page' ? 'Fit' : `${Math.round(zoom * 100)}%`
  return (
    <div className="rounded-t-card border border-b-0 border-line bg-surface">
      <div className="flex flex-wrap items-center gap-x-1 gap-y-1 px-2 py-1.5 sm:gap-x-3">
        <div className="flex items-center gap-0.5">
          {page.count > 1 && (
            <Tool
              label="Previous page"
              keyName="PageUp"
              icon={<ChevronLeft aria-hidden />}
              disabled={page.number === 1}
              onClick={() => actions.turnPage(-1)}
            />
          )}
          <span role="status" className="min-w-18 text-center tabular-nums">
            Page {page.number} of {page.count}
          </span>
          {page.count > 1 && (
            <Tool
              label="Next page"
              keyName="PageDown"
              icon={<ChevronRight aria-hidden />}
              disabled={page.number === page.count}
              onClick={() => actions.turnPage(1)}
            />
          )}
        </div>
        <div className="flex items-center gap-0.5">
          <Tool
            label="Zoom out"
            keyName="-"
            icon={<ZoomOut aria-hidden />}
            disabled={zoom === leastZoom}
            onClick={() => actions.zoom(-1)}
          />
          <span role="status" className="min-w-11 text-center tabular-nums">
            <span className="sr-only">Zoom: </span>
            {zoomWords}
          </span>
          <Tool
            label="Zoom in"
            keyName="+"
            icon={<ZoomIn aria-hidden />}
            disabled={zoom === mostZoom}
            onClick={() => actions.zoom(1)}
          />
        </div>
        <div className="flex items-center gap-0.5">
          <Tool
            label={zoom === 'page' ? 'Fit width' : 'Fit page'}
            keyName="0"
            icon={zoom === 'page' ? <MoveHorizontal aria-hidden /> : <MoveVertical aria-hidden />}
            onClick={actions.fit}
          />
          <Tool
            label="Rotate"
            keyName="]"
            icon={<RotateCw aria-hidden />}
            onClick={() => actions.rotate(1)}
          />
          <Tool
            label={isFullScreen ? 'Exit full screen' : 'Full screen'}
            keyName="F"
            icon={isFullScreen ? <Minimize aria-hidden /> : <Maximize aria-hidden />}
            onClick={actions.toggleFullScreen}
          />
          <PlainIconButton
            size="sm"
            label="Keyboard shortcuts"
            icon={<Keyboard aria-hidden />}
            aria-expanded={isHelpOpen}
            aria-controls={helpId}
            className="pointer-coarse:hidden"
            onClick={() => setHelpOpen(!isHelpOpen)}
          />
        </div>
        {children && <div className="ml-auto flex flex-wrap items-center gap-2">{children}</div>}
      </div>
      <dl
        id={helpId}
        hidden={!isHelpOpen}
        className="flex flex-wrap gap-x-5 gap-y-1.5 border-t border-line px-3 py-2 text-xs text-ink-muted"
      >
        {keys
          .filter(({ isForMarks }) => hasMarks || !isForMarks)
          .map(({ names, does }) => (
            <div key={does} className="flex items-center gap-1.5">
              <dt className="flex gap-1">
                {names.map((name) => (
                  <kbd
                    key={name}
                    className="rounded border border-line-strong bg-surface px-1.5 font-mono text-ink"
                  >
                    {name}
                  </kbd>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
      </dl>
    </div>
  )
}

const keys = [
  { names: ['+', '-'], does: 'zoom' },
  { names: ['0'], does: 'fit page or width' },
  { names: ['[', ']'], does: 'rotate' },
  { names: ['F'], does: 'full screen' },
  { names: ['Page Up', 'Page Down'], does: 'turn pages' },
  { names: ['← ↑ → ↓'], does: 'move the page' },
  { names: ['1', '…', '9'], does: 'go to a numbered box', isForMarks: true },
  { names: ['Tab'], does: 'next box', isForMarks: true },
]
