import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { classNames } from '../../lib/class-names.ts'
import { PagePicture } from '../document-pictures.tsx'
import { type PageBox, type Spot, stepZoom, type Turn, turned, withinZoom, type Zoom } from './geometry.ts'
import { type Highlight, Highlights, MarkBadge } from './highlights.tsx'
import { useFullScreen } from './use-full-screen.ts'
import { useGestures } from './use-gestures.ts'
import { ViewerToolbar } from './viewer-toolbar.tsx'

export interface ViewerPage {
  page: number
  width: number
  height: number
}

export interface PageViewerHandle {
  /** Turns to the page of a highlight, moves it into view and gives it the focus. */
  focusHighlight: (id: string) => void
  /** Turns to a place and moves it into view, while the focus stays in a form beside the page. */
  showPlace: (place: { page: number; box: PageBox }) => void
  /** Gives the page the focus, so that the keys work. */
  focus: () => void
}

/** A viewer that is on screen, and what in it is pointed at: lists beside it follow. */
export interface ViewerLink {
  viewer: RefObject<PageViewerHandle | null>
  activeId: string | undefined
  onActive: (id: string | undefined) => void
}

interface PageViewerProps<Page extends ViewerPage> {
  /** Names the viewer for people who cannot see it. */
  label: string
  pages: readonly Page[]
  addressOf: (page: Page) => string
  altOf?: (page: Page) => string
  /** A picture could not be loaded and is asked for again: it may have been replaced by a newer version. */
  onStale: () => void
  firstPage?: number
  onPage?: (page: number) => void
  /** What is outlined. Which one stands out is up to the caller, so that a list beside the page can follow. */
  highlights?: readonly Highlight[]
  activeId?: string | undefined
  onActive?: (id: string | undefined) => void
  onPress?: (id: string) => void
  /** The words above the page while nothing is pointed at. */
  captionOf?: (page: Page) => ReactNode
  /** Takes the pointer instead of the highlights, for example to draw on the page. */
  overlay?: (page: Page, turn: Turn) => ReactNode
  /** More tools, at the right of the toolbar. */
  tools?: ReactNode
  /** Stands beside the page while the viewer fills the screen. */
  panel?: ReactNode
  /** How tall it may become; `fill` takes the height of what it stands in. */
  height?: 'page' | 'dialog' | 'fill'
  /** In a dialog: the page takes the focus first. */
  isFirstFocus?: boolean
  ref?: Ref<PageViewerHandle>
}

const heights = { page: 'max-h-[max(20rem,calc(100dvh-14rem))]', dialog: 'max-h-[55dvh]', fill: '' }
const doubleClickZoom = 2

/**
 * One page at a time: zoom, move, fit, rotate and full screen with mouse, fingers and keys. Its size is known before the
 * picture is there, so that nothing moves.
 */
export function PageViewer<Page extends ViewerPage>({
  label,
  pages,
  addressOf,
  altOf = ({ page }) => `Page ${page}, redacted`,
  onStale,
  firstPage = 1,
  onPage,
  highlights = [],
  activeId,
  onActive = () => {},
  onPress,
  captionOf,
  overlay,
  tools,
  panel,
  height = 'page',
  isFirstFocus = false,
  ref,
}: PageViewerProps<Page>) {
  const viewer = useRef<HTMLElement>(null)
  const frame = useRef<HTMLElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const [number, setNumber] = useState(firstPage)
  const [zoom, setZoom] = useState<Zoom>(1)
  const [turns, setTurns] = useState<Readonly<Record<number, Turn>>>({})
  const fullScreen = useFullScreen(viewer)

  const page = pages.find((one) => one.page === number) ?? pages[0]
  const first = pages[0]
  const turn = (page && turns[page.page]) ?? 0

  function showPage(next: number) {
    if (next === page?.page || !pages.some((one) => one.page === next)) return
    flushSync(() => setNumber(next))
    frame.current?.scrollTo({ top: 0, left: 0, behavior: 'instant' })
    onPage?.(next)
  }
  const zoomNow = () =>
    stage.current && frame.current ? stage.current.offsetWidth / frame.current.clientWidth : 1

  /** What is at the spot of the window stays there; without a spot, the middle of the frame does. */
  function zoomTo(next: Zoom, at?: Spot) {
    const [frameBox, before] = [rectOf(frame.current), rectOf(stage.current)]
    if (!frameBox || !before) return
    const [x, y] = at ?? [frameBox.left + frameBox.width / 2, frameBox.top + frameBox.height / 2]
    const share = [(x - before.left) / before.width, (y - before.top) / before.height] as const
    flushSync(() => setZoom(next))
    const after = rectOf(stage.current)
    if (!after) return
    frame.current?.scrollBy({
      left: after.left + share[0] * after.width - x,
      top: after.top + share[1] * after.height - y,
      behavior: 'instant',
    })
  }

  const actions = {
    turnPage: (by: 1 | -1) => showPage((page?.page ?? 1) + by),
    zoom: (by: 1 | -1) => zoomTo(stepZoom(zoomNow(), by)),
    fit: () => zoomTo(zoom === 'page' ? 1 : 'page'),
    rotate: (by: 1 | -1) => page && setTurns({ ...turns, [page.page]: turned(turn, by) }),
    toggleFullScreen: fullScreen.toggle,
  }

  function focusHighlight(id: string) {
    const highlight = highlights.find((one) => one.id === id)
    if (!highlight) return
    showPage(highlight.page)
    frame.current?.scrollIntoView({ block: 'nearest' })
    const box = frame.current?.querySelector<HTMLElement>(`[data-highlight="${CSS.escape(id)}"]`)
    const [frameRect, boxRect] = [rectOf(frame.current), rectOf(box)]
    if (box && frameRect && boxRect) {
      frame.current?.scrollBy({
        left: boxRect.left + boxRect.width / 2 - (frameRect.left + frameRect.width / 2),
        top: boxRect.top + boxRect.height / 2 - (frameRect.top + frameRect.height / 2),
        behavior: 'instant',
      })
      box.focus({ preventScroll: true })
    }
    onActive(id)
  }
  function showPlace({ page: place, box }: { page: number; box: PageBox }) {
    showPage(place)
    const [frameRect, stageRect] = [rectOf(frame.current), rectOf(stage.current)]
    // A turned page shows its places elsewhere; whoever turned it looks for them.
    if (!frameRect || !stageRect || turns[place]) return
    frame.current?.scrollBy({
      left:
        stageRect.left + (box.x + box.width / 2) * stageRect.width - (frameRect.left + frameRect.width / 2),
      top:
        stageRect.top + (box.y + box.height / 2) * stageRect.height - (frameRect.top + frameRect.height / 2),
      behavior: 'instant',
    })
  }
  useImperativeHandle(ref, () => ({
    focusHighlight,
    showPlace,
    focus: () => frame.current?.focus({ preventScroll: true }),
  }))

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    const canMove = frame.current && frame.current.scrollWidth > frame.current.clientWidth
    const act = keyActions[event.key] ?? keyActions[event.key.toLowerCase()]
    const marked = highlights.find(({ mark }) => mark === event.key && /^[1-9]$/.test(event.key))
    if (marked) focusHighlight(marked.id)
    else if (event.key.startsWith('Page') && pages.length === 1) return
    // Arrows scroll a page that is wider than its frame.
    else if (act && !(event.key.startsWith('Arrow') && (canMove || pages.length === 1))) act(actions)
    else return
    event.preventDefault()
  }

  const gestures = useGestures({
    frame,
    onZoom: (factor, at) => zoomTo(withinZoom(zoomNow() * factor), at),
  })
  if (!page || !first) return null
  const onPageShown = highlights.filter((one) => one.page === page.page)
  const active = onPageShown.find(({ id }) => id === activeId)
  const isFilling = fullScreen.isFull || height === 'fill'
  const hasCaption = captionOf !== undefined || highlights.length > 0
  const [width, tall] = turn % 2 ? [page.height, page.width] : [page.width, page.height]
  return (
    <section
      ref={viewer}
      aria-label={label}
      popover={fullScreen.popover}
      onKeyDown={onKeyDown}
      className={classNames(
        'min-w-0 text-ink',
        isFilling ? 'flex h-full flex-col' : 'grid grid-cols-[minmax(0,1fr)] content-start',
        fullScreen.isFull && 'fixed inset-0 m-0 h-dvh max-h-none w-screen max-w-none border-0 bg-page p-2',
      )}
    >
      <ViewerToolbar
        page={{ number: page.page, count: pages.length }}
        zoom={zoom}
        isFullScreen={fullScreen.isFull}
        hasMarks={highlights.some(({ mark }) => mark)}
        actions={actions}
      >
        {tools}
      </ViewerToolbar>
      <div className={classNames(isFilling && 'flex min-h-0 flex-1 flex-col gap-2 md:flex-row')}>
        <figure
          className={classNames(
            'grid min-w-0 grid-cols-[minmax(0,1fr)]',
            isFilling && 'min-h-0 flex-1',
            isFilling && (hasCaption ? 'grid-rows-[auto_minmax(0,1fr)]' : 'grid-rows-[minmax(0,1fr)]'),
          )}
        >
          {hasCaption && (
            // One line, so that the page stays in its place while labels come and go.
            <figcaption className="flex h-8 items-center gap-2 border-x border-line bg-surface px-3 pb-1.5 text-ink-muted">
              {active ? (
                <>
                  {active.mark && <MarkBadge of={active} />}
                  <span className="truncate font-medium text-ink">{active.label}</span>
                </>
              ) : (
                <span className="truncate">{captionOf?.(page)}</span>
              )}
            </figcaption>
          )}
          <section
            ref={frame}
            aria-label={`Page ${page.page} of ${pages.length}`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
            tabIndex={0}
            data-first-focus={isFirstFocus || undefined}
            style={isFilling ? undefined : { aspectRatio: `${first.width} / ${first.height}` }}
            className={classNames(
              'relative flex min-h-56 w-full touch-pan-x touch-pan-y overflow-auto rounded-b-card border border-line bg-subtle outline-offset-[-2px] [container-type:size]',
              'cursor-grab active:cursor-grabbing',
              !isFilling && heights[height],
            )}
            {...gestures}
            onPointerDown={(event) => {
              gestures.onPointerDown(event)
              const { target } = event
              if (!(target instanceof Element && target.closest('[data-highlight]'))) onActive(undefined)
            }}
            onDoubleClick={({ clientX, clientY }) =>
              !overlay && zoomTo(zoomNow() < doubleClickZoom ? doubleClickZoom : 1, [clientX, clientY])
            }
          >
            <div
              ref={stage}
              // Its new size is measured at once, which a transition, even the shortest one, would delay.
              className="relative m-auto shrink-0 transition-none"
              style={{
                width: zoom === 'page' ? `min(100%, calc(100cqh * ${width / tall}))` : `${zoom * 100}%`,
                aspectRatio: `${width} / ${tall}`,
              }}
            >
              <div
                className="absolute top-1/2 left-1/2 bg-white"
                style={{
                  width: `${(page.width / width) * 100}%`,
                  height: `${(page.height / tall) * 100}%`,
                  transform: `translate(-50%, -50%) rotate(${turn * 90}deg)`,
                }}
              >
                <PagePicture address={addressOf(page)} alt={altOf(page)} page={page} onStale={onStale}>
                  <Highlights
                    highlights={onPageShown}
                    turn={turn}
                    activeId={activeId}
                    onActive={onActive}
                    onPress={onPress}
                  />
                  {overlay?.(page, turn)}
                </PagePicture>
              </div>
            </div>
          </section>
        </figure>
        {fullScreen.isFull && panel && (
          <aside className="max-h-[35dvh] shrink-0 overflow-y-auto md:max-h-none md:w-72">{panel}</aside>
        )}
      </div>
    </section>
  )
}

const rectOf = (element: Element | null | undefined) => element?.getBoundingClientRect()

type Actions = Parameters<typeof ViewerToolbar>[0]['actions']

const keyActions: Record<string, (actions: Actions) => void> = {
  '+': ({ zoom }) => zoom(1),
  '=': ({ zoom }) => zoom(1),
  '-': ({ zoom }) => zoom(-1),
  '0': ({ fit }) => fit(),
  ']': ({ rotate }) => rotate(1),
  '[': ({ rotate }) => rotate(-1),
  f: ({ toggleFullScreen }) => toggleFullScreen(),
  PageDown: ({ turnPage }) => turnPage(1),
  PageUp: ({ turnPage }) => turnPage(-1),
  ArrowRight: ({ turnPage }) => turnPage(1),
  ArrowLeft: ({ turnPage }) => turnPage(-1),
}
