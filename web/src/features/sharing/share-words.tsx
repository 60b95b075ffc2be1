import { isLiveShare, type Share, type ShareReceiver } from '@exempta/contract/shares'
import { Mail } from 'lucide-react'
import { VerifiedMark } from '../../shared/verified-mark.tsx'
import { StatusBadge } from '../../ui/badge.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'

export const receiverName = (receiver: ShareReceiver) =>
  receiver.kind === 'business' ? receiver.name : receiver.address

export function ReceiverName({ receiver }: { receiver: ShareReceiver }) {
  return (
    <span className="[overflow-wrap:anywhere]">
      {receiver.kind === 'email' && (
        <Mail role="img" aria-label="By email:" className="mr-1.5 inline size-4 align-[-0.2em] opacity-70" />
      )}
      {receiverName(receiver)}
      {receiver.kind === 'business' && receiver.isVerified && <VerifiedMark />}
    </span>
  )
}

/** A business reviews what it gets; of a link there is only to say whether it works. */
export function ShareStateBadge({
  share: { receiver, state },
}: {
  share: Pick<Share, 'receiver' | 'state'>
}) {
  return <StatusBadge status={receiver.kind === 'email' && isLiveShare(state) ? 'active' : state} />
}

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
