import { isLiveShare, type Share } from '@exempta/contract/shares'
import { StatusBadge } from '../../ui/status-badge.tsx'

/** A business reviews what it gets; of a link there is only to say whether it works. */
export function ShareStateBadge({
  share: { receiver, state },
}: {
  share: Pick<Share, 'receiver' | 'state'>
}) {
  return <StatusBadge status={receiver.kind === 'email' && isLiveShare(state) ? 'active' : state} />
}
