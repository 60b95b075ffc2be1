import { isLiveShare, isReopenableShare, type Share } from '@exempta/contract/shares'
import { Ban, RotateCw } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/data-table-types.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { ReceiverName, receiverName } from '../receiver-name.tsx'
import { ShareStateBadge } from '../share-state-badge.tsx'
import { ShareEnd, ShareViews } from '../share-views.tsx'

interface RowActions {
  onRevoke: (share: Share) => void
  onShareAgain: (share: Share) => void
}

export const shareColumns = ({ onRevoke, onShareAgain }: RowActions): Column<Share>[] => [
  {
    key: 'receiver',
    header: 'Shared With',
    isPrimary: true,
    cell: ({ receiver }) => (
      <span className="block md:min-w-44">
        <ReceiverName receiver={receiver} />
      </span>
    ),
  },
  { key: 'document', header: 'Document', cell: DocumentCell },
  { key: 'since', header: 'Since', cell: ({ sharedAt }) => <RelativeTime at={sharedAt} /> },
  { key: 'viewed', header: 'Last View', cell: (share) => <ShareViews share={share} /> },
  { key: 'state', header: 'State', cell: (share) => <ShareStateBadge share={share} /> },
  { key: 'ends', header: 'Ends', cell: (share) => <ShareEnd share={share} /> },
  {
    key: 'actions',
    header: 'Actions',
    align: 'right',
    cell: (share) => (
      <>
        {isReopenableShare(share.state) && (
          <Button
            variant="ghost"
            size="sm"
            className="-ml-3 md:ml-0"
            aria-label={`Share ${share.document.name} with ${receiverName(share.receiver)} again`}
            onClick={() => onShareAgain(share)}
          >
            <RotateCw aria-hidden className="size-4" />
            Share again
          </Button>
        )}
        {isLiveShare(share.state) && (
          <Button
            variant="ghost"
            size="sm"
            className="-ml-3 md:ml-0"
            aria-label={`Revoke ${share.document.name} from ${receiverName(share.receiver)}`}
            onClick={() => onRevoke(share)}
          >
            <Ban aria-hidden className="size-4 text-danger" />
            Revoke
          </Button>
        )}
      </>
    ),
  },
]

const DocumentCell = ({ document: { id, name } }: Share) => (
  <Link
    to={`/user/documents/${id}`}
    prefetch="intent"
    className="rounded-sm [overflow-wrap:anywhere] hover:underline"
  >
    {name}
  </Link>
)
