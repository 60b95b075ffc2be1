import { useEffect, useState } from 'react'
import { msUntilNextChange, relativeTime } from '../lib/relative-time.ts'

/** A moment in relative words, with the full date on hover, in the person's locale. */
export function RelativeTime({ at }: { at: string | Date }) {
  const then = new Date(at)
  const [now, setNow] = useState(() => new Date())
  const delay = msUntilNextChange(then, now)
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), delay)
    return () => clearTimeout(timer)
  }, [delay])
  const full = then.toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' })
  return (
    <time dateTime={then.toISOString()} title={full}>
      {relativeTime(then, now)}
    </time>
  )
}
