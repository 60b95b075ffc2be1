import { Link, type LinkProps } from 'react-router'
import { classNames } from '../lib/class-names.ts'
import { useDisplay } from '../lib/display.ts'
import { msUntilNextChange, relativeTime } from '../lib/format.ts'
import { useSharedNow } from '../lib/shared-now.ts'

export function TextLink({ className, ...rest }: LinkProps) {
  return (
    <Link
      prefetch="intent"
      {...rest}
      className={classNames(
        'rounded-sm font-medium text-accent-ink underline decoration-accent/40 underline-offset-4 hover:decoration-accent',
        className,
      )}
    />
  )
}

/** An address that does not fit into its line breaks behind the @, not within a word. */
export function EmailText({ of: address }: { of: string }) {
  const at = address.indexOf('@') + 1
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}

interface ClippedProps {
  text: string
  /** The widest it gets, such as `md:max-w-40`. */
  className?: string
}

/** One line of a table: what does not fit ends in …, with the whole on hover. Phones have no hover, so it wraps there. */
export const Clipped = ({ text, className = 'md:max-w-52' }: ClippedProps) => (
  <span title={text} className={classNames('block [overflow-wrap:anywhere] md:truncate', className)}>
    {text}
  </span>
)

/**
 * A moment in relative words, with the full date on hover, in the person's locale. People who chose exact dates see
 * them the other way round.
 */
export function RelativeTime({ at }: { at: string | Date }) {
  const then = new Date(at)
  const now = useSharedNow((shown) => msUntilNextChange(then, shown))
  const { hasExactDates } = useDisplay()
  const words = relativeTime(then, now)
  const dateStyle = hasExactDates ? 'medium' : 'long'
  const full = then.toLocaleString(undefined, { dateStyle, timeStyle: 'short' })
  return (
    <time dateTime={then.toISOString()} title={hasExactDates ? words : full}>
      {hasExactDates ? full : words}
    </time>
  )
}
