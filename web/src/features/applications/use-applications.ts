import { applicationStates, listApplications, positions } from '@exempta/contract/applications'
import { useQuery } from '@tanstack/react-query'
import type { Sort } from '../../lib/list-state.ts'
import { listQuery } from '../../lib/query.ts'
import { useListState } from '../../lib/use-list-state.ts'

const newest: Sort = { by: 'date', direction: 'desc' }
const positionNames = Object.keys(positions) as (keyof typeof positions)[]
const shape = {
  filters: { state: applicationStates, position: positionNames },
  sortable: ['date'],
  defaultSort: newest,
}

/** The page of applications that the address asks for, and the ways to ask for another. */
export function useApplications() {
  const list = useListState(shape)
  const { search, filters, sort = newest, cursor } = list
  const state = applicationStates.find((one) => one === filters.state)
  const position = positionNames.find((one) => one === filters.position)
  const order = sort.direction === 'asc' ? 'oldest' : 'newest'
  const query = useQuery(
    listQuery(listApplications, { query: { search, state, position, sort: order, cursor } }),
  )
  const isNarrowed = [search, state, position, cursor].some((part) => part !== undefined && part !== '')
  return { list, query, isNarrowed }
}
