import {
  isLiveShare,
  isReopenableShare,
  listShares,
  type Share,
  shareFilters,
} from '@exempta/contract/sharing'
import { Ban, RotateCw, SearchX, Share2 } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useList } from '../../lib/list.ts'
import { BulkBar } from '../../ui/bulk-bar.tsx'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ListFilter, ListSearch, ListView } from '../../ui/list-view.tsx'
import { EmptyState } from '../../ui/page-states.tsx'
import { Clipped, RelativeTime, TextLink } from '../../ui/text.tsx'
import type { ShareStart } from './dialog/share-dialog.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'
import { RecipientName, recipientName, ShareEnd, ShareStateBadge, ShareViews } from './share-words.tsx'

const useShares = () =>
  useList(listShares, {
    filters: { state: shareFilters },
    input: ({ search, filters, cursor }) => ({ query: { search, ...filters, cursor } }),
  })

interface RowActions {
  onRevoke: (share: Share) => void
  onShareAgain: (share: Share) => void
}

const shareColumns = ({ onRevoke, onShareAgain }: RowActions): Column<Share>[] => [
  {
    key: 'receiver',
    header: 'Shared With',
    isPrimary: true,
    cell: ({ receiver: recipient }) => (
      <span title={recipientName(recipient)} className="block md:max-w-40 md:truncate">
        <RecipientName recipient={recipient} />
      </span>
    ),
  },
  { key: 'document', header: 'Document', cell: DocumentCell },
  {
    key: 'since',
    header: 'Since',
    cell: (share) => (
      <span className="grid gap-0.5 md:whitespace-nowrap">
        <RelativeTime at={share.sharedAt} />
        <span className="text-xs">
          <ShareEnd share={share} />
        </span>
      </span>
    ),
  },
  { key: 'viewed', header: 'Last View', cell: (share) => <ShareViews share={share} /> },
  { key: 'state', header: 'Status', cell: StateCell },
  {
    key: 'actions',
    header: 'Actions',
    align: 'right',
    cell: (share) => (
      <span className="-ml-2 inline-flex md:ml-0">
        {isReopenableShare(share.state) && (
          <IconButton
            label={`Share ${share.document.name} with ${recipientName(share.receiver)} again`}
            icon={<RotateCw aria-hidden />}
            onClick={() => onShareAgain(share)}
          />
        )}
        {isLiveShare(share.state) && (
          <IconButton
            label={`Revoke ${share.document.name} from ${recipientName(share.receiver)}`}
            icon={<Ban aria-hidden />}
            tone="danger"
            onClick={() => onRevoke(share)}
          />
        )}
      </span>
    ),
  },
]

const DocumentCell = ({ document: { id, name } }: Share) => (
  <Link to={`/user/documents/${id}`} prefetch="intent" className="block rounded-sm hover:underline">
    <Clipped text={name} className="md:max-w-36" />
  </Link>
)

/** Why a business rejected it, beside that it did, and the way to upload a corrected version. */
const StateCell = (share: Share) => (
  <span className="grid max-w-64 justify-items-start gap-1">
    <ShareStateBadge share={share} />
    {share.rejectReason && (
      <span
        title={share.rejectReason}
        className="line-clamp-3 text-xs text-ink-muted [overflow-wrap:anywhere] md:min-w-40"
      >
        {share.rejectReason}
      </span>
    )}
    {share.state === 'rejected' && !isCorrectionUnderWay(share) && (
      <TextLink to={`/user/documents/${share.document.id}?correct=${share.id}`} className="text-xs">
        Upload a corrected version
      </TextLink>
    )}
    {isCorrectionUnderWay(share) && (
      <TextLink to={`/user/documents/${share.correction?.document.id}`} className="text-xs">
        Corrected version {share.correction?.state === 'ready' ? 'ready to send' : 'in progress'}
      </TextLink>
    )}
  </span>
)

const isCorrectionUnderWay = ({ correction }: Share) => correction !== null && correction.state !== 'failed'

const stateOptions = [
  { value: 'live', label: 'Active' },
  { value: 'pending', label: 'Pending' },
  { value: 'verified', label: 'Verified' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'revoked', label: 'Revoked' },
  { value: 'expired', label: 'Expired' },
]

/** Everything the person shares and shared: who can see what, since when, and how to end it. */
export function SharesList({ onShare }: { onShare: (start: ShareStart) => void }) {
  const list = useShares()
  const { rows } = list
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [inQuestion, setInQuestion] = useState<readonly Share[]>([])
  const frame = useRef<HTMLDivElement>(null)
  const columns = useMemo(
    () =>
      shareColumns({
        onRevoke: (share) => setInQuestion([share]),
        onShareAgain: ({ document, receiver: recipient }) =>
          onShare({ documents: [document], recipients: [recipient] }),
      }),
    [onShare],
  )
  const chosen = rows?.filter((row) => isLiveShare(row.state) && selected.has(row.id)) ?? []

  return (
    <div ref={frame} tabIndex={-1} className="outline-none">
      <ListView
        caption="Everything you share"
        columns={columns}
        {...list.view}
        rowId={({ id }) => id}
        selection={{
          selected: new Set(chosen.map(({ id }) => id)),
          onChange: setSelected,
          canSelect: ({ state }) => isLiveShare(state),
          nameOf: ({ document, receiver: recipient }) => `${document.name} with ${recipientName(recipient)}`,
        }}
        toolbar={
          <>
            <ListSearch list={list} label="Search shares..." />
            <ListFilter
              list={list}
              name="state"
              label="Status"
              allLabel="All Status"
              options={stateOptions}
            />
          </>
        }
        empty={<NoShares isNarrowed={list.isNarrowed} onShare={() => onShare({})} />}
      />
      <BulkBar count={chosen.length} onClear={() => setSelected(new Set())}>
        <Button size="sm" variant="danger" onClick={() => setInQuestion(chosen)}>
          <Ban aria-hidden className="size-4" />
          Revoke Selected ({chosen.length})
        </Button>
      </BulkBar>
      <RevokeDialog
        shares={inQuestion}
        onClose={() => setInQuestion([])}
        // The pressed button disappeared or changed, so the focus needs a new place.
        onRevoked={() => frame.current?.focus()}
      />
    </div>
  )
}

function NoShares({ isNarrowed, onShare }: { isNarrowed: boolean; onShare: () => void }) {
  if (isNarrowed) {
    return (
      <EmptyState icon={<SearchX aria-hidden />} title="No shares found matching your criteria.">
        Try a different search, or choose All Status.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<Share2 aria-hidden />}
      title="You’re not sharing anything yet"
      action={<Button onClick={onShare}>Share Documents</Button>}
    >
      Choose documents and who can see them: a registered business, or anyone by email. You can stop sharing
      at any time.
    </EmptyState>
  )
}
