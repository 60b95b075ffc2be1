import type { WalletEntry } from '@exempta/contract/certificates/wallet'
import { listShares, revokeShares, type Share } from '@exempta/contract/sharing'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { queryClient, routeMutation } from '../../../lib/query.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs.tsx'
import { ShowMore } from '../../../ui/list-view.tsx'
import { SectionSpinner } from '../../../ui/loading.tsx'
import { FailedState } from '../../../ui/page-states.tsx'
import { RelativeTime } from '../../../ui/text.tsx'
import { toast } from '../../../ui/toast.ts'

const nameOf = ({ receiver }: Share) => (receiver.kind === 'business' ? receiver.name : receiver.address)

interface HoldersDialogProps {
  document: WalletEntry['document']
  onClose: () => void
}

/** Who can open a certificate now, when they last did, and the way to end that. */
export function HoldersDialog({ document, onClose }: HoldersDialogProps) {
  const list = useInfiniteQuery({
    queryKey: ['shares', listShares.path, { documentId: document.id, state: 'live' }],
    queryFn: ({ pageParam, signal }) =>
      call(listShares, { query: { documentId: document.id, state: 'live', cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const shares = list.data?.pages.flatMap(({ items }) => items)
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Who holds it"
      description={document.name}
    >
      <div className="pb-4">
        {shares ? (
          shares.length === 0 ? (
            <p className="text-ink-muted">No one can open it anymore.</p>
          ) : (
            <ul aria-label="Who holds it" className="divide-y divide-line">
              {shares.map((share) => (
                <Holder key={share.id} share={share} />
              ))}
            </ul>
          )
        ) : list.error ? (
          <FailedState
            message={errorText(list.error)}
            onRetry={() => void list.refetch()}
            isRetrying={list.isRefetching}
          />
        ) : (
          <SectionSpinner />
        )}
        <ShowMore list={list} />
      </div>
    </Dialog>
  )
}

/** The second press is the confirmation: what it ends is named beside it. */
function Holder({ share }: { share: Share }) {
  const [isAsking, setAsking] = useState(false)
  const name = nameOf(share)
  const revoke = useMutation({
    ...routeMutation(revokeShares),
    onSuccess: async () => {
      toast.success(`${name} can no longer open ${share.document.name}.`)
      await Promise.all(
        ['shares', 'documents'].map((topic) => queryClient.invalidateQueries({ queryKey: [topic] })),
      )
    },
    onError: (error) => toast.error(errorText(error)),
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <span className="grid min-w-0 [overflow-wrap:anywhere]">
        <span className="font-medium">{name}</span>
        <span className="text-sm text-ink-muted">
          {share.lastViewedAt ? (
            <>
              Last viewed <RelativeTime at={share.lastViewedAt} />
            </>
          ) : (
            'Not viewed yet'
          )}
        </span>
      </span>
      {isAsking ? (
        <span className="grid gap-2">
          <span className="text-sm">
            They lose access right away, and its purchases are no longer covered.
          </span>
          <span className="flex gap-2">
            <Button
              variant="danger"
              size="sm"
              isLoading={revoke.isPending}
              aria-label={`Stop sharing with ${name} now`}
              onClick={() => revoke.mutate({ body: { ids: [share.id] } })}
            >
              Stop sharing
            </Button>
            <Button variant="secondary" size="sm" onClick={() => setAsking(false)}>
              Cancel
            </Button>
          </span>
        </span>
      ) : (
        <Button
          variant="secondary"
          size="sm"
          aria-label={`Stop sharing with ${name}`}
          onClick={() => setAsking(true)}
        >
          Stop sharing
        </Button>
      )}
    </li>
  )
}
