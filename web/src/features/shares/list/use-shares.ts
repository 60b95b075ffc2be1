import { listShares, shareFilters } from '@exempta/contract/shares'
import { useQuery } from '@tanstack/react-query'
import { listQuery } from '../../../lib/query.ts'
import { useListState } from '../../../lib/use-list-state.ts'

const shape = { filters: { state: shareFilters } }

/** The page of shares that the address asks for, and the ways to ask for another. */
export function useShares() {
  const state = useListState(shape)
  const { search, filters, cursor } = state
  const filter = shareFilters.find((one) => one === filters.state)
  const list = useQuery(listQuery(listShares, { query: { search, state: filter, cursor } }))
  return { state, list, isNarrowed: search !== '' || filter !== undefined || cursor !== undefined }
}
