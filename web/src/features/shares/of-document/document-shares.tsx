import { listShares, type Share } from '@exempta/contract/shares'
import { texts } from '@exempta/contract/texts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/error-text.ts'
import { Card } from '../../../ui/card.tsx'
import { FailedState } from '../../../ui/failed-state.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { ShareStart } from '../dialog/share-dialog.tsx'
import { RevokeDialog } from '../revoke-dialog.tsx'
import { ShareItem } from './share-item.tsx'

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
                onShareAgain={() => onShare({ documents: [share.document], receivers: [share.receiver] })}
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
