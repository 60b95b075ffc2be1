import { listReceivedHistory, type ReceivedDocument } from '@exempta/contract/received'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { ShareHistoryList } from '../../../ui/share-history-list.tsx'

const pageSize = 8

export function ReceivedHistory({ received: { id, user } }: { received: ReceivedDocument }) {
  const list = useInfiniteQuery({
    queryKey: ['received', listReceivedHistory.path, id],
    queryFn: ({ pageParam, signal }) =>
      call(
        listReceivedHistory,
        { params: { id }, query: { limit: pageSize, cursor: pageParam } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  return (
    <section className="grid gap-3">
      <h3 className="font-semibold">History</h3>
      <ShareHistoryList
        label="History"
        list={list}
        sides={{ owner: user.name, receiver: 'Somebody of your team' }}
      />
    </section>
  )
}
