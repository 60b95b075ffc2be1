import { classNames } from '../lib/class-names.ts'

/** The grey shape of what is coming. With a label it tells a screen reader that something loads. */
export function Skeleton({ className, label }: { className?: string; label?: string }) {
  return (
    <span
      {...(label ? { role: 'status', 'aria-label': label } : { 'aria-hidden': true })}
      className={classNames('block animate-shimmer rounded-md bg-subtle', className)}
    />
  )
}
