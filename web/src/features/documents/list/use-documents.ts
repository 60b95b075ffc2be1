import { type documentSorts, documentStatuses, listDocuments } from '@exempta/contract/documents'
import { useQuery } from '@tanstack/react-query'
import type { Sort } from '../../../lib/list-state.ts'
import { listQuery } from '../../../lib/query.ts'
import { useListState } from '../../../lib/use-list-state.ts'

const newest: Sort = { by: 'date', direction: 'desc' }
const shape = {
  filters: { status: documentStatuses },
  sortable: ['name', 'date'],
  defaultSort: newest,
}
const orders: Record<string, (typeof documentSorts)[number]> = {
  'date.desc': 'newest',
  'date.asc': 'oldest',
  'name.asc': 'name',
  'name.desc': 'name-down',
}

/** The page of documents that the address asks for, and the ways to ask for another. */
export function useDocuments() {
  const state = useListState(shape)
  const { search, filters, sort = newest, cursor } = state
  const status = documentStatuses.find((one) => one === filters.status)
  const query = { search, status, sort: orders[`${sort.by}.${sort.direction}`], cursor }
  const list = useQuery(listQuery(listDocuments, { query }))
  return { state, list, isNarrowed: search !== '' || status !== undefined || cursor !== undefined }
}
