import { listReceived, reviewStates } from '@exempta/contract/received'
import { useQuery } from '@tanstack/react-query'
import type { Sort } from '../../../lib/list-state.ts'
import { listQuery } from '../../../lib/query.ts'
import { useListState } from '../../../lib/use-list-state.ts'

const newest: Sort = { by: 'date', direction: 'desc' }
const shape = { filters: { status: reviewStates }, sortable: ['date'], defaultSort: newest }

/** The page of received documents that the address asks for, and the ways to ask for another. */
export function useReceived() {
  const state = useListState(shape)
  const { search, filters, sort = newest, cursor } = state
  const status = reviewStates.find((one) => one === filters.status)
  const order = sort.direction === 'asc' ? 'oldest' : 'newest'
  const list = useQuery(listQuery(listReceived, { query: { search, status, sort: order, cursor } }))
  return { state, list, isNarrowed: search !== '' || status !== undefined || cursor !== undefined }
}
