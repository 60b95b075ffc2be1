import type { Route, RouteInput, RouteOutput } from '@exempta/contract/route'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type NavigateOptions, useLocation, useSearchParams } from 'react-router'
import { errorText, isPassing } from './api-error.ts'
import { failureOf, listQuery } from './query.ts'

/** What each filter may be: one of these values, or any text of this form. */
type Filters = Readonly<Record<string, readonly string[] | RegExp>>

type Chosen<F extends Filters> = {
  [Name in keyof F]?: F[Name] extends readonly (infer Value)[] ? Value : string
}

export interface Sort {
  by: string
  direction: 'asc' | 'desc'
}

interface ListShape<F extends Filters> {
  filters: F
  sortable?: readonly string[]
  defaultSort?: Sort
}

/** What a list shows, as the address says: search, filters, sort and place. */
interface ListState<F extends Filters> {
  search: string
  filters: Chosen<F>
  sort: Sort | undefined
  /** Keyset cursor of the page shown; undefined on the first page. */
  cursor: string | undefined
  /** Cursors of the pages before it, so that Previous works after a reload too. */
  trail: readonly string[]
}

const firstPage = '-'

/** Reads the state from the address. Values that the list does not know are dropped. */
export function readListState<const F extends Filters>(
  params: URLSearchParams,
  shape: ListShape<F>,
): ListState<F> {
  const known = Object.entries(shape.filters).filter(([name, allowed]) => {
    const value = params.get(name)
    return value !== null && (allowed instanceof RegExp ? allowed.test(value) : allowed.includes(value))
  })
  const filters = Object.fromEntries(known.map(([name]) => [name, params.get(name)])) as Chosen<F>
  return {
    search: params.get('q') ?? '',
    filters,
    sort: readSort(params.get('sort'), shape),
    cursor: params.get('after') ?? undefined,
    trail: (params.get('trail') ?? '').split(' ').filter(Boolean),
  }
}

function readSort(value: string | null, shape: ListShape<Filters>): Sort | undefined {
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

const lastAddresses = new Map<string, string>()

/** The address at which a list was last shown in this tab, so that the way back keeps its search and filters. */
export const lastListAddress = (path: string): string => path + (lastAddresses.get(path) ?? '')

/** The list's state from the address, and the ways to change it. Back restores what was shown before. */
export function useListState<const F extends Filters>(shape: ListShape<F>) {
  const { params, change } = useAddressParams()
  const { pathname, search: shown } = useLocation()
  useEffect(() => {
    lastAddresses.set(pathname, shown)
  }, [pathname, shown])
  const state = readListState(params, shape)
  return {
    ...state,
    pageNumber: state.trail.length + 1,
    // Typing replaces the entry, so that Back does not undo a word letter by letter.
    setSearch: (search: string) => change((now) => withListChange(now, { search }), { replace: true }),
    setFilter: (name: keyof F & string, value: string) =>
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

/** The server's name for an order that a column shows. */
export const orderOf = <Order extends string>(
  orders: Readonly<Record<string, Order>>,
  sort: Sort | undefined,
): Order | undefined => sort && orders[`${sort.by}.${sort.direction}`]

/** For lists that are sorted by their date alone. */
export const byDate = (sort: Sort | undefined): 'oldest' | 'newest' =>
  sort?.direction === 'asc' ? 'oldest' : 'newest'

const retryMs = 10_000

/** Why rows are missing or may be old: without a network nothing is fetched, and fetching again can fail. */
export type Interruption = 'offline' | 'failed'

const interruptionOf = ({ fetchStatus, error, data }: UseQueryResult): Interruption | undefined =>
  fetchStatus === 'paused' ? 'offline' : error && data !== undefined ? 'failed' : undefined

interface Page<Row> {
  items: Row[]
  nextCursor: string | null
}
type RowOf<R extends Route> = RouteOutput<R> extends Page<infer Row> ? Row : never

interface ListOptions<R extends Route, F extends Filters> extends ListShape<F> {
  /** What to ask the server for, to show what the address says. */
  input: (state: ListState<F>) => RouteInput<R>
  errorMessage?: (error: unknown) => string
  isEnabled?: boolean
  /** Milliseconds until the page is fetched again without anything having happened. */
  refetchAfter?: (page: RouteOutput<R> | undefined) => number | false
}

/**
 * A list of the server whose search, filters, sort and place are in the address: what is shown, and the ways to change
 * it. Spread `view` into a ListView.
 */
export function useList<const R extends Route, const F extends Filters>(
  route: R,
  { input, errorMessage = errorText, isEnabled = true, refetchAfter, ...shape }: ListOptions<R, F>,
) {
  const state = useListState(shape)
  const query = useQuery({
    ...listQuery(route, input(state)),
    enabled: isEnabled,
    refetchInterval: ({ state: { data, error } }) =>
      isPassing(error) ? retryMs : (refetchAfter?.(data as RouteOutput<R> | undefined) ?? false),
  })
  const page = query.data as (RouteOutput<R> & Page<RowOf<R>>) | undefined
  const next = page?.nextCursor
  return {
    ...state,
    page,
    rows: page?.items,
    /** Whether there may be more than what is shown, so that an empty list does not mean an empty product. */
    isNarrowed: state.search !== '' || state.cursor !== undefined || Object.keys(state.filters).length > 0,
    view: {
      hasFilters: Object.keys(shape.filters).length > 0,
      rows: page?.items,
      sort: state.sort,
      onSort: state.setSort,
      failure: failureOf(query, errorMessage),
      interruption: interruptionOf(query),
      paging: {
        pageNumber: state.pageNumber,
        onPrevious: state.goPrevious,
        onNext: next ? () => state.goNext(next) : undefined,
      },
    },
  }
}
