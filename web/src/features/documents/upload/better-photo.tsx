import type { CardSide } from '@exempta/contract/documents'
import { ReplacePhoto } from './replace-photo.tsx'

interface PhotoIllustrationProps {
  isCard: boolean
  className?: string
}

/** Left: straight from above, filling the picture. Right: far away, tilted and with glare. */
function PhotoIllustration({ isCard, className }: PhotoIllustrationProps) {
  const thing = isCard ? 'card' : 'page'
  const width = isCard ? 84 : 60
  const height = isCard ? 53 : 84
  return (
    <svg
      viewBox="0 0 240 150"
      role="img"
      aria-label={`Right: the ${thing} lies flat and fills the picture. Wrong: it’s small, tilted and shows glare.`}
      className={className}
    >
      <Phone x={6} />
      <g transform="translate(60 64)">
        <Thing isCard={isCard} width={width} height={height} />
      </g>
      <g transform="translate(60 134)">
        <circle r="13" className="fill-success" />
        <path d="m-6 0 4.500 4.500 8-9" className="stroke-surface" {...stroke} />
      </g>

      <Phone x={126} />
      <g transform="translate(184 74) rotate(-24) skewX(-18) scale(.55)">
        <Thing isCard={isCard} width={width} height={height} />
      </g>
      <g className="fill-white">
        <ellipse cx="174" cy="70" rx="13" ry="8" opacity=".85" />
        <ellipse cx="174" cy="70" rx="22" ry="15" opacity=".35" />
      </g>
      <g transform="translate(180 134)">
        <circle r="13" className="fill-danger" />
        <path d="m-5-5 10 10m0-10L-5 5" className="stroke-surface" {...stroke} />
      </g>
    </svg>
  )
}

const stroke = { fill: 'none', strokeWidth: 3, strokeLinecap: 'round', strokeLinejoin: 'round' } as const

const Phone = ({ x }: { x: number }) => (
  <>
    <rect
      x={x}
      y="6"
      width="108"
      height="112"
      rx="12"
      className="fill-navy-950 stroke-line-strong"
      strokeWidth="2"
    />
    <rect x={x + 6} y="14" width="96" height="96" rx="5" fill="#4a3f35" />
  </>
)

/** A card with its chip, or a sheet with its lines, around the origin. */
function Thing({ isCard, width, height }: { isCard: boolean; width: number; height: number }) {
  const [left, top] = [-width / 2, -height / 2]
  if (!isCard) {
    return (
      <>
        <rect x={left} y={top} width={width} height={height} rx="2" fill="#ffffff" />
        {[0, 1, 2, 3, 4, 5].map((line) => (
          <rect
            key={line}
            x={left + 8}
            y={top + 12 + line * 11}
            width={line % 3 === 2 ? 26 : 44}
            height="4"
            fill="#76869c"
          />
        ))}
      </>
    )
  }
  return (
    <>
      <rect x={left} y={top} width={width} height={height} rx="6" fill="#1e4976" />
      <rect x={left + 9} y={top + 12} width="14" height="11" rx="2" fill="#e8c97a" />
      {[0, 1, 2, 3].map((group) => (
        <rect
          key={group}
          x={left + 9 + group * 17}
          y={top + 31}
          width="13"
          height="5"
          rx="1"
          fill="#ffffff"
        />
      ))}
      <rect x={left + 9} y={top + 42} width="30" height="4" rx="1" fill="#d5e0ee" />
    </>
  )
}

interface BetterPhotoProps {
  name: string
  side: CardSide | null
  isDisabled: boolean
  onPhoto: (photo: File) => void
}

/** What to do about a photo that could not be read, with a button to try again. */
export function BetterPhoto({ name, side, isDisabled, onPhoto }: BetterPhotoProps) {
  const thing = side ? 'card' : 'page'
  return (
    <div className="mt-1 grid gap-4 rounded-card bg-subtle/60 p-4 sm:grid-cols-[15rem_minmax(0,1fr)]">
      <PhotoIllustration isCard={side !== null} className="w-full max-w-60" />
      <div className="grid content-start gap-3">
        <p className="font-medium">How to take a better photo</p>
        <ul className="grid list-disc gap-1 pl-5 text-ink-muted">
          <li>Lay the {thing} flat on a dark, plain table.</li>
          <li>Hold your phone straight above it, so that the {thing} fills the picture.</li>
          <li>Use daylight, without flash: no glare and no shadow on the numbers.</li>
          {side && <li>Keep your fingers off the {side === 'front' ? 'number' : 'signature strip'}.</li>}
        </ul>
        <ReplacePhoto name={name} isDisabled={isDisabled} onPhoto={onPhoto} />
      </div>
    </div>
  )
}
