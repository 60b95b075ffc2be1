import { type DocumentPage, findingKinds, type Quad } from '@exempta/contract/documents'
import { classNames } from '../../../lib/class-names.ts'

/** Outlines and names over a page's picture. The same words stand in text below it, so they are not read twice. */
export function HiddenOutlines({ findings }: Pick<DocumentPage, 'findings'>) {
  // Two kinds may be found in the very same place.
  const outlines = findings.map(({ kind, quad }, at) => ({ id: at, name: findingKinds[kind], quad }))
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0">
      <svg aria-hidden viewBox="0 0 1 1" preserveAspectRatio="none" className="absolute inset-0 size-full">
        {outlines.map(({ id, quad }) => (
          <g key={id} fill="none" strokeLinejoin="round">
            <polygon
              points={pointsOf(quad)}
              vectorEffect="non-scaling-stroke"
              className="stroke-white"
              strokeWidth={5}
            />
            <polygon
              points={pointsOf(quad)}
              vectorEffect="non-scaling-stroke"
              className="stroke-teal-600"
              strokeWidth={2.5}
            />
          </g>
        ))}
      </svg>
      {outlines.map(({ id, name, quad }) => (
        <OutlineName key={id} quad={quad} name={name} />
      ))}
    </div>
  )
}

const roomAbove = 0.04
const rightSide = 0.6

/** Above the area where there is room, else below; never beyond the right edge. */
function OutlineName({ quad, name }: { quad: Quad; name: string }) {
  const xs = quad.map(([x]) => x)
  const ys = quad.map(([, y]) => y)
  const left = Math.min(...xs)
  const top = Math.min(...ys)
  const isBelow = top < roomAbove
  const across = left > rightSide ? { right: percent(1 - Math.max(...xs)) } : { left: percent(left) }
  return (
    <span
      className={classNames(
        'absolute rounded-sm bg-teal-700 px-1 text-[10px] leading-4 font-medium whitespace-nowrap text-white sm:text-[11px]',
        !isBelow && '-translate-y-full',
      )}
      style={{ ...across, top: percent(isBelow ? Math.max(...ys) : top) }}
    >
      {name}
    </span>
  )
}

const percent = (share: number) => `${Math.max(0, share) * 100}%`
const pointsOf = (quad: Quad) => quad.map((point) => point.join(',')).join(' ')
