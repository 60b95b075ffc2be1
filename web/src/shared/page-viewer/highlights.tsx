import type { Quad } from '@exempta/contract/documents'
import { classNames } from '../../lib/class-names.ts'
import { boxAround, type PageBox, placeOf, type Turn } from './geometry.ts'

/** Hidden; to be decided; will be hidden; looked at and fine; read from the page. */
export type HighlightTone = 'hidden' | 'check' | 'to-hide' | 'fine' | 'read'

/** Something on a page that the viewer outlines. */
export interface Highlight {
  id: string
  page: number
  box: PageBox
  tone: HighlightTone
  label: string
  /** The number or letter that is shown on the box and in the list beside the page. Digits are keys, too. */
  mark?: string
  /** The exact shapes inside the box, for areas that are tilted or in several pieces. */
  shapes?: readonly Quad[]
}

const looks: Record<HighlightTone, { shape: string; mark: string }> = {
  hidden: { shape: 'fill-transparent stroke-teal-600', mark: 'bg-teal-700' },
  check: { shape: 'fill-amber-400/15 stroke-amber-600', mark: 'bg-amber-700' },
  'to-hide': { shape: 'fill-black/80 stroke-black', mark: 'bg-black' },
  fine: { shape: 'fill-transparent stroke-emerald-600', mark: 'bg-emerald-700' },
  read: { shape: 'fill-sky-400/10 stroke-sky-600', mark: 'bg-sky-700' },
}

/** The mark of a highlight as it is shown beside the page. */
export const MarkBadge = ({ of: { mark, tone } }: { of: Pick<Highlight, 'mark' | 'tone'> }) => (
  <span
    aria-hidden
    className={classNames(
      'grid h-5 min-w-5 shrink-0 place-content-center rounded-full px-1 text-[11px] font-semibold text-white tabular-nums',
      looks[tone].mark,
    )}
  >
    {mark}
  </span>
)

interface HighlightsProps {
  highlights: readonly Highlight[]
  turn: Turn
  activeId: string | undefined
  onActive: (id: string | undefined) => void
  onPress: ((id: string) => void) | undefined
}

/** Outlines over the picture of a page. Each is one button, however many shapes it has; small ones lie over large ones. */
export function Highlights({ highlights, turn, activeId, onActive, onPress }: HighlightsProps) {
  const bySize = highlights.toSorted((one, other) => areaOf(other.box) - areaOf(one.box))
  return (
    <div className="absolute inset-0 isolate [container-type:inline-size]">
      <svg
        aria-hidden
        viewBox="0 0 1 1"
        preserveAspectRatio="none"
        className="pointer-events-none absolute inset-0 size-full"
      >
        {bySize.map((highlight) => (
          <Shapes key={highlight.id} highlight={highlight} isActive={highlight.id === activeId} />
        ))}
      </svg>
      {highlights.map((highlight) => (
        <button
          key={highlight.id}
          type="button"
          data-highlight={highlight.id}
          aria-label={highlight.mark ? `${highlight.mark}: ${highlight.label}` : highlight.label}
          style={{ ...placeOf(highlight.box), zIndex: bySize.indexOf(highlight) }}
          className="absolute rounded-[2px]"
          onPointerEnter={({ pointerType }) => pointerType !== 'touch' && onActive(highlight.id)}
          onPointerLeave={({ pointerType }) => pointerType !== 'touch' && onActive(undefined)}
          onFocus={() => onActive(highlight.id)}
          onBlur={() => onActive(undefined)}
          onClick={() => {
            onActive(highlight.id)
            onPress?.(highlight.id)
          }}
        />
      ))}
      {highlights.map((highlight) => (
        <Mark
          key={highlight.id}
          highlight={highlight}
          turn={turn}
          place={highlights.filter((other) => isSamePlace(other, highlight)).indexOf(highlight)}
        />
      ))}
    </div>
  )
}

const areaOf = ({ width, height }: PageBox) => width * height
const isSamePlace = ({ box: one }: Highlight, { box: other }: Highlight) =>
  Math.abs(one.x - other.x) < 0.02 && Math.abs(one.y - other.y) < 0.02

function Shapes({ highlight: { box, shapes, tone }, isActive }: { highlight: Highlight; isActive: boolean }) {
  const { x, y, width, height } = box
  const quads: readonly Quad[] = shapes ?? [
    [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
    ],
  ]
  return quads.map((quad) => {
    const points = quad.map((point) => point.join(',')).join(' ')
    return (
      <g key={points} strokeLinejoin="round">
        <polygon
          points={points}
          vectorEffect="non-scaling-stroke"
          fill="none"
          className="stroke-white"
          strokeWidth={isActive ? 7 : 3.5}
        />
        <polygon
          points={points}
          vectorEffect="non-scaling-stroke"
          className={looks[tone].shape}
          strokeWidth={isActive ? 4 : 2}
        />
      </g>
    )
  })
}

interface MarkProps {
  highlight: Highlight
  turn: Turn
  /** How many marks stand at the same corner before this one. */
  place: number
}

/**
 * Within what is hidden, so that it lies over no text of the page. Areas that can still be read have it at their
 * corner instead.
 */
function Mark({ highlight: { box, shapes, tone, mark }, turn, place }: MarkProps) {
  if (!mark) return null
  const rotate = `${turn * -90}deg`
  if (tone === 'hidden') {
    const first = shapes?.[0] ? boxAround([shapes[0]]) : box
    return (
      <span
        aria-hidden
        style={placeOf(first)}
        className="pointer-events-none absolute z-999 grid place-content-center [container-type:size]"
      >
        <span
          style={{ rotate }}
          className="text-[clamp(6px,62cqmin,15px)] leading-none font-semibold text-white tabular-nums"
        >
          {mark}
        </span>
      </span>
    )
  }
  return (
    <span
      aria-hidden
      style={{
        left: `clamp(0.25rem, ${box.x * 100}% - 2.2em + ${place * 2.2}em, 100% - 2.2em)`,
        top: `clamp(0.25rem, ${box.y * 100}% - 0.9em, 100% - 2.2em)`,
        rotate,
      }}
      className={classNames(
        // Smaller on a small page, where marks of neighboring fields would cover one another.
        'pointer-events-none absolute z-999 grid size-[1.8em] place-content-center rounded-full text-[clamp(7px,1.5cqw,11px)] leading-none font-semibold text-white ring-1 ring-white tabular-nums',
        looks[tone].mark,
      )}
    >
      {mark}
    </span>
  )
}
