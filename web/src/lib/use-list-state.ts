import { useSearchParams } from 'react-router'
import {
  type ListShape,
  readListState,
  type Sort,
  withListChange,
  withNextPage,
  withPreviousPage,
} from './list-state.ts'

/** The list's state from the address, and the ways to change it. Back restores what was shown before. */
export function useListState<Filter extends string>(shape: ListShape<Filter>) {
  const [params, setParams] = useSearchParams()
  const state = readListState(params, shape)
  return {
    ...state,
    pageNumber: state.trail.length + 1,
    // Typing replaces the entry, so that Back does not undo a word letter by letter.
    setSearch: (search: string) => setParams((now) => withListChange(now, { search }), { replace: true }),
    setFilter: (name: Filter, value: string) =>
      setParams((now) => withListChange(now, { filter: [name, value] })),
    setSort: (sort: Sort) => setParams((now) => withListChange(now, { sort })),
    goNext: (cursor: string) => setParams((now) => withNextPage(now, cursor)),
    goPrevious: state.cursor === undefined ? undefined : () => setParams((now) => withPreviousPage(now)),
  }
}
