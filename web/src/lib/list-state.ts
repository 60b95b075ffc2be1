import { type NavigateOptions, useSearchParams } from 'react-router'
import { errorText } from './api-error.ts'

/** What a list shows, as it stands in the address: search, filters, sort and place. */
export interface Sort {
  by: string
  direction: 'asc' | 'desc'
}

export interface ListState<Filter extends string = string> {
  search: string
  filters: Partial<Record<Filter, string>>
  sort: Sort | undefined
  /** Keyset cursor of the page shown; undefined on the first page. */
  cursor: string | undefined
  /** Cursors of the pages before it, so that Previous works after a reload too. */
  trail: readonly string[]
}

interface ListShape<Filter extends string> {
  /** What each filter may be: one of these, or whatever has this form. */
  filters: Readonly<Record<Filter, readonly string[] | RegExp>>
  sortable?: readonly string[]
  defaultSort?: Sort
}

const firstPage = '-'

/** Reads the state from the address. Values that the list does not know are dropped. */
export function readListState<Filter extends string>(
  params: URLSearchParams,
  shape: ListShape<Filter>,
): ListState<Filter> {
  const filters: Partial<Record<Filter, string>> = {}
  for (const [name, allowed] of Object.entries(shape.filters) as [Filter, readonly string[] | RegExp][]) {
    const value = params.get(name)
    if (value === null) continue
    if (allowed instanceof RegExp ? allowed.test(value) : allowed.includes(value)) filters[name] = value
  }
  return {
    search: params.get('q') ?? '',
    filters,
    sort: readSort(params.get('sort'), shape),
    cursor: params.get('after') ?? undefined,
    trail: (params.get('trail') ?? '').split(' ').filter(Boolean),
  }
}

function readSort(value: string | null, shape: ListShape<string>): Sort | undefined {
  const [by = '', direction] = (value ?? '').split('.')
  if (!shape.sortable?.includes(by) || (direction !== 'asc' && direction !== 'desc')) return shape.defaultSort
  return { by, direction }
}

/** Changes search, filter or sort: the list starts again at its first page. */
export function withListChange(
  params: URLSearchParams,
  change: { search?: string; sort?: Sort; filter?: readonly [name: string, value: string] },
): URLSearchParams {
  const next = new URLSearchParams(params)
  next.delete('after')
  next.delete('trail')
  const set = (name: string, value: string) => (value === '' ? next.delete(name) : next.set(name, value))
  if (change.search !== undefined) set('q', change.search.trim())
  if (change.filter) set(...change.filter)
  if (change.sort) set('sort', `${change.sort.by}.${change.sort.direction}`)
  return next
}

export function withNextPage(params: URLSearchParams, cursor: string): URLSearchParams {
  const next = new URLSearchParams(params)
  const trail = [...(params.get('trail') ?? '').split(' ').filter(Boolean), params.get('after') ?? firstPage]
  next.set('trail', trail.join(' '))
  next.set('after', cursor)
  return next
}

export function withPreviousPage(params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params)
  const trail = (params.get('trail') ?? '').split(' ').filter(Boolean)
  const cursor = trail.pop()
  if (cursor === undefined || cursor === firstPage) next.delete('after')
  else next.set('after', cursor)
  if (trail.length === 0) next.delete('trail')
  else next.set('trail', trail.join(' '))
  return next
}

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

/**
 * The parameters of the address, and ways to change them. A change starts from the address as it is at that moment:
 * the parameters of the last drawing may be older, and what was chosen since would be lost.
 */
export function useAddressParams() {
  const [params, setParams] = useSearchParams()
  const change = (to: (now: URLSearchParams) => URLSearchParams, options?: NavigateOptions) =>
    setParams(to(new URLSearchParams(window.location.search)), options)
  return {
    params,
    change,
    set: (name: string, value: string | undefined, options?: NavigateOptions) =>
      change((now) => {
        if (value) now.set(name, value)
        else now.delete(name)
        return now
      }, options),
  }
}

interface ListAnswer<Row> {
  data: { items: Row[]; nextCursor: string | null } | undefined
  error: Error | null
  isRefetching: boolean
  refetch(): Promise<unknown>
}

/** What a list shows of the page that was asked for: its rows, why there are none, and the ways to the other pages. */
export function listProps<Row>(
  list: ListAnswer<Row>,
  state: Pick<ReturnType<typeof useListState>, 'pageNumber' | 'goPrevious' | 'goNext'>,
  failureWords: (error: unknown) => string = errorText,
) {
  const next = list.data?.nextCursor
  return {
    rows: list.data?.items,
    failure:
      list.error && !list.data
        ? {
            message: failureWords(list.error),
            onRetry: () => void list.refetch(),
            isRetrying: list.isRefetching,
          }
        : undefined,
    paging: {
      pageNumber: state.pageNumber,
      onPrevious: state.goPrevious,
      onNext: next ? () => state.goNext(next) : undefined,
    },
  }
}
