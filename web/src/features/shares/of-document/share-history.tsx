import { listShareHistory, type Share } from '@exempta/contract/shares'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { ShareHistoryList } from '../../../ui/share-history-list.tsx'
import { receiverName } from '../receiver-name.tsx'

const pageSize = 8

/** Every view included. */
export function ShareHistory({ share: { id, receiver } }: { share: Share }) {
  const list = useInfiniteQuery({
    queryKey: ['shares', listShareHistory.path, id],
    queryFn: ({ pageParam, signal }) =>
      call(listShareHistory, { params: { id }, query: { limit: pageSize, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const name = receiverName(receiver)
  return (
    <ShareHistoryList label={`History with ${name}`} list={list} sides={{ owner: 'You', receiver: name }} />
  )
}
