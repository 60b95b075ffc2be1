import { businessSorts, listBusinesses, verifications } from '@exempta/contract/admin-businesses'
import { businessStatuses } from '@exempta/contract/businesses'
import { businessTypes } from '@exempta/contract/limits'
import { useQuery } from '@tanstack/react-query'
import type { Sort } from '../../../lib/list-state.ts'
import { listQuery } from '../../../lib/query.ts'
import { useListState } from '../../../lib/use-list-state.ts'

const newest: Sort = { by: 'date', direction: 'desc' }
const shape = {
  filters: { status: businessStatuses, type: businessTypes, verification: verifications },
  sortable: businessSorts,
  defaultSort: newest,
}

/** The page of businesses that the address asks for, and the ways to ask for another. */
export function useBusinesses() {
  const state = useListState(shape)
  const { search, filters, sort: order = newest, cursor } = state
  const query = {
    search,
    status: businessStatuses.find((one) => one === filters.status),
    type: businessTypes.find((one) => one === filters.type),
    verification: verifications.find((one) => one === filters.verification),
    sort: businessSorts.find((one) => one === order.by),
    direction: order.direction,
    cursor,
  }
  return { state, order, list: useQuery(listQuery(listBusinesses, { query })) }
}
