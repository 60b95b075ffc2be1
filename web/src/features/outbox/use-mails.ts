import { listMails, mailStates } from '@exempta/contract/outbox'
import { useQuery } from '@tanstack/react-query'
import type { Sort } from '../../lib/list-state.ts'
import { listQuery } from '../../lib/query.ts'
import { useListState } from '../../lib/use-list-state.ts'

const newest: Sort = { by: 'created', direction: 'desc' }
const shape = { filters: { status: mailStates }, sortable: ['created'], defaultSort: newest }

/** The page of mails that the address asks for. It is fetched again while something waits to be sent. */
export function useMails() {
  const state = useListState(shape)
  const { search, filters, sort = newest, cursor } = state
  const status = mailStates.find((one) => one === filters.status)
  const order = sort.direction === 'asc' ? 'oldest' : 'newest'
  const list = useQuery({
    ...listQuery(listMails, { query: { search, status, sort: order, cursor } }),
    refetchInterval: ({ state: { data } }) =>
      data?.items.some((mail) => mail.status === 'queued') ? 3000 : false,
  })
  return { state, list, isNarrowed: search !== '' || status !== undefined }
}
