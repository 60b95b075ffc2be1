import { isLiveShare, isReopenableShare, type Share } from '@exempta/contract/shares'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { Button } from '../../../ui/button.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { ReceiverName, receiverName } from '../receiver-name.tsx'
import { ShareStateBadge } from '../share-state-badge.tsx'
import { dayOf, ShareViews } from '../share-views.tsx'
import { ShareHistory } from './share-history.tsx'

interface ShareItemProps {
  share: Share
  onRevoke: () => void
  onShareAgain: () => void
}

export function ShareItem({ share, onRevoke, onShareAgain }: ShareItemProps) {
  const [isOpen, setOpen] = useState(false)
  const name = receiverName(share.receiver)
  const isLive = isLiveShare(share.state)
  return (
    <li className="grid gap-2 px-5 py-3">
      <div className="flex items-start justify-between gap-3">
        <span className="min-w-0 font-medium">
          <ReceiverName receiver={share.receiver} />
        </span>
        <ShareStateBadge share={share} />
      </div>
      <p className="text-xs text-ink-muted">
        Shared <RelativeTime at={share.sharedAt} /> · <ShareViews share={share} />
        {isLive && !share.canDownload && ' · view only'}
        {isLive && share.expiresAt && ` · ends ${dayOf(share.expiresAt)}`}
      </p>
      {share.rejectReason && <p className="text-ink-muted italic">“{share.rejectReason}”</p>}
      <div className="-mx-3 -mb-1 flex flex-wrap justify-between gap-1">
        <Button
          variant="ghost"
          size="sm"
          aria-expanded={isOpen}
          aria-label={`History with ${name}`}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronDown
            aria-hidden
            className={classNames('size-4 transition-transform', isOpen && 'rotate-180')}
          />
          History
        </Button>
        {isReopenableShare(share.state) && (
          <Button variant="ghost" size="sm" aria-label={`Share with ${name} again`} onClick={onShareAgain}>
            Share again
          </Button>
        )}
        {isLive && (
          <Button variant="ghost" size="sm" aria-label={`Revoke from ${name}`} onClick={onRevoke}>
            Revoke
          </Button>
        )}
      </div>
      {isOpen && <ShareHistory share={share} />}
    </li>
  )
}
