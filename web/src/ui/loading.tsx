import { LoaderCircle } from 'lucide-react'
import { classNames } from '../lib/class-names.ts'

/** Turning ring. With a label it is announced; without one it decorates something that already says so. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  const ring = <LoaderCircle aria-hidden className={classNames('animate-spin', className ?? 'size-5')} />
  if (!label) return ring
  return (
    <span role="status" className="inline-flex items-center gap-2 text-ink-muted">
      {ring}
      <span>{label}</span>
    </span>
  )
}

/** Stands where a page's content will be. */
export function SectionSpinner({ label = 'Loading…' }: { label?: string }) {
  return (
    <div className="grid place-items-center py-24">
      <Spinner label={label} />
    </div>
  )
}

/** The gray shape of what is loading. Give it a label so that screen readers announce it. */
export function Skeleton({ className, label }: { className?: string; label?: string }) {
  return (
    <span
      {...(label ? { role: 'status', 'aria-label': label } : { 'aria-hidden': true })}
      className={classNames('block animate-shimmer rounded-md bg-subtle', className)}
    />
  )
}

interface PageSkeletonProps {
  label: string
  /** Figures in a row above. */
  figures?: number
  /** Cards beside the main one, on wide screens. */
  hasAside?: boolean
}

/** The shape of a page of cards. Everything is shown together when it is there, so that nothing moves. */
export function PageSkeleton({ label, figures = 0, hasAside = false }: PageSkeletonProps) {
  return (
    <div role="status" aria-label={label} className="grid gap-6">
      {figures > 0 && (
        <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
          {Array.from({ length: figures }, (_, at) => at).map((at) => (
            <Skeleton key={at} className="h-28 rounded-card" />
          ))}
        </div>
      )}
      <div className={classNames('grid items-start gap-6', hasAside && 'lg:grid-cols-[minmax(0,1fr)_20rem]')}>
        <Skeleton className="h-96 rounded-card" />
        {hasAside && <Skeleton className="h-72 rounded-card" />}
      </div>
    </div>
  )
}
