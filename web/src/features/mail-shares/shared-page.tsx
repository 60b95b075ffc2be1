import { useState } from 'react'
import { Button } from '../../ui/button.tsx'

interface SharedPageProps {
  address: string
  name: string
  page: { width: number; height: number }
  percent: number
  onStale: () => void
}

/** Takes its place before it is loaded, so nothing moves; what is larger than its frame is scrolled there. */
export function SharedPage({ address, name, page: { width, height }, percent, onStale }: SharedPageProps) {
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
            This page could not be loaded.
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
