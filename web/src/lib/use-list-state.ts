import {
  type ListShape,
  readListState,
  type Sort,
  withListChange,
  withNextPage,
  withPreviousPage,
} from './list-state.ts'
import { useAddressParams } from './use-address-params.ts'

/** The list's state from the address, and the ways to change it. Back restores what was shown before. */
export function useListState<Filter extends string>(shape: ListShape<Filter>) {
  const { params, change } = useAddressParams()
  const state = readListState(params, shape)
  return {
    ...state,
    pageNumber: state.trail.length + 1,
    // Typing replaces the entry, so that Back does not undo a word letter by letter.
    setSearch: (search: string) => change((now) => withListChange(now, { search }), { replace: true }),
    setFilter: (name: Filter, value: string) =>
      change((now) => withListChange(now, { filter: [name, value] })),
    setSort: (sort: Sort) => change((now) => withListChange(now, { sort })),
    goNext: (cursor: string) => change((now) => withNextPage(now, cursor)),
    goPrevious: state.cursor === undefined ? undefined : () => change((now) => withPreviousPage(now)),
  }
}
