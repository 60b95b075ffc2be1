import { roles, userStatuses } from '@exempta/contract/people'
import { listUsers } from '@exempta/contract/users'
import { useQuery } from '@tanstack/react-query'
import type { Sort } from '../../lib/list-state.ts'
import { listQuery } from '../../lib/query.ts'
import { useListState } from '../../lib/use-list-state.ts'

const newest: Sort = { by: 'created', direction: 'desc' }
const shape = {
  filters: { role: roles, status: userStatuses },
  sortable: ['user', 'created'],
  defaultSort: newest,
}

/** The page of users that the address asks for, and the ways to ask for another. */
export function useUsers() {
  const state = useListState(shape)
  const { search, filters, sort = newest, cursor } = state
  const role = roles.find((one) => one === filters.role)
  const status = userStatuses.find((one) => one === filters.status)
  const isUp = sort.direction === 'asc'
  const order = sort.by === 'user' ? (isUp ? 'name' : 'name-down') : isUp ? 'oldest' : 'newest'
  const list = useQuery(listQuery(listUsers, { query: { search, role, status, sort: order, cursor } }))
  return { state, list }
}
