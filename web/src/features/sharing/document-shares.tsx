import {
  isLiveShare,
  isReopenableShare,
  listShareHistory,
  listShares,
  type Share,
} from '@exempta/contract/sharing'
import { texts } from '@exempta/contract/texts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronDown, Upload } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { errorText } from '../../lib/api-error.ts'
import { classNames } from '../../lib/class-names.ts'
import { formatDay } from '../../lib/format.ts'
import { correctedWords } from '../../shared/document-marks.tsx'
import { ShareHistoryList } from '../../shared/share-history.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ShowMore } from '../../ui/list-view.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { FailedState } from '../../ui/page-states.tsx'
import { RelativeTime, TextLink } from '../../ui/text.tsx'
import type { ShareStart } from './dialog/share-dialog.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'
import { dayOf, RecipientName, recipientName, ShareStateBadge, ShareViews } from './share-words.tsx'

const pageSize = 8

/** Every view included. */
function ShareHistory({ share: { id, receiver: recipient } }: { share: Share }) {
  const list = useInfiniteQuery({
    queryKey: ['shares', listShareHistory.path, id],
    queryFn: ({ pageParam, signal }) =>
      call(listShareHistory, { params: { id }, query: { limit: pageSize, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const name = recipientName(recipient)
  return (
    <ShareHistoryList label={`History with ${name}`} list={list} sides={{ owner: 'You', recipient: name }} />
  )
}

interface ShareItemProps {
  share: Share
  onRevoke: () => void
  onShareAgain: () => void
}

function ShareItem({ share, onRevoke, onShareAgain }: ShareItemProps) {
  const [isOpen, setOpen] = useState(false)
  const name = recipientName(share.receiver)
  const isLive = isLiveShare(share.state)
  return (
    <li className="grid gap-2 px-5 py-3">
      <div className="flex items-start justify-between gap-3">
        <span className="min-w-0 font-medium">
          <RecipientName recipient={share.receiver} />
        </span>
        <ShareStateBadge share={share} />
      </div>
      <p className="text-xs text-ink-muted">
        Shared <RelativeTime at={share.sharedAt} /> · <ShareViews share={share} label="viewed" />
        {isLive && !share.canDownload && ' · view only'}
        {isLive && share.expiresAt && ` · expires ${dayOf(share.expiresAt)}`}
      </p>
      {share.replaces && <p className="text-xs text-ink-muted">{correctedWords(share.replaces)}</p>}
      {share.kept && (
        <p className="text-xs text-ink-muted">
          {name} relied on it on {formatDay(share.kept.reliedOn)} and may keep a copy until{' '}
          {formatDay(share.kept.until)}.
        </p>
      )}
      {share.rejectReason && (
        <p className="whitespace-pre-line text-ink-muted italic [overflow-wrap:anywhere]">
          “{share.rejectReason}”
        </p>
      )}
      <CorrectionState share={share} />
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

/** Where a corrected version is, or the way to upload one. */
function CorrectionState({ share: { id, state, document, correction } }: { share: Share }) {
  if (state !== 'rejected') return null
  const file = correction && (
    <TextLink to={`/user/documents/${correction.document.id}`}>{correction.document.name}</TextLink>
  )
  if (correction?.state === 'processing') return <p>We’re processing {file}. Then you can send it.</p>
  if (correction?.state === 'needs-check') return <p>Check {file}, then send it in place of this document.</p>
  if (correction?.state === 'ready') return <p>Look at {file}, then send it in place of this document.</p>
  return (
    <div className="grid justify-items-start gap-2">
      {file && <p>We couldn’t process {file}.</p>}
      <LinkButton to={`/user/documents/${document.id}?correct=${id}`} size="sm">
        <Upload aria-hidden className="size-4" />
        Upload a corrected version
      </LinkButton>
    </div>
  )
}

interface DocumentSharesProps {
  documentId: string
  onShare: (start: ShareStart) => void
}

/** Who can see one document, who could, and what they did with it. */
export function DocumentShares({ documentId, onShare }: DocumentSharesProps) {
  const [inQuestion, setInQuestion] = useState<readonly Share[]>([])
  const list = useInfiniteQuery({
    queryKey: ['shares', listShares.path, { documentId }],
    queryFn: ({ pageParam, signal }) =>
      call(listShares, { query: { documentId, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const shares = list.data?.pages.flatMap((page) => page.items)
  return (
    <Card title="Shared With" isFlush>
      {shares ? (
        shares.length === 0 ? (
          <p className="px-5 pb-5 text-ink-muted">{texts.documents.notShared}</p>
        ) : (
          <ul aria-label="Shared With" className="divide-y divide-line">
            {shares.map((share) => (
              <ShareItem
                key={share.id}
                share={share}
                onRevoke={() => setInQuestion([share])}
                onShareAgain={() => onShare({ documents: [share.document], recipients: [share.receiver] })}
              />
            ))}
          </ul>
        )
      ) : list.error ? (
        <div className="px-5 pb-5">
          <FailedState
            message={errorText(list.error)}
            onRetry={() => void list.refetch()}
            isRetrying={list.isRefetching}
          />
        </div>
      ) : (
        <Skeleton className="mx-5 mb-5 h-20" label="Loading shares" />
      )}
      <ShowMore list={list} />
      <RevokeDialog shares={inQuestion} onClose={() => setInQuestion([])} />
    </Card>
  )
}
