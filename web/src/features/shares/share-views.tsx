import { isLiveShare, type Share } from '@exempta/contract/shares'
import { RelativeTime } from '../../ui/relative-time.tsx'

/** How often it was opened, and when last. */
export function ShareViews({ share: { viewCount, lastViewedAt } }: { share: Share }) {
  if (!lastViewedAt) return <span className="whitespace-nowrap text-ink-muted">Not viewed yet</span>
  return (
    <>
      <RelativeTime at={lastViewedAt} />
      <span className="text-ink-muted">
        {' '}
        · {viewCount === 1 ? '1 view' : `${viewCount.toLocaleString()} views`}
      </span>
    </>
  )
}

/** Relative words would round a week down to six days. */
export const dayOf = (at: string) => new Date(at).toLocaleDateString(undefined, { dateStyle: 'medium' })

/** When it ends by itself; a business keeps what it has until it is revoked. */
export function ShareEnd({ share: { expiresAt, state } }: { share: Share }) {
  const words = !isLiveShare(state) ? 'Ended' : expiresAt ? dayOf(expiresAt) : 'Until revoked'
  return <span className="whitespace-nowrap text-ink-muted">{words}</span>
}
