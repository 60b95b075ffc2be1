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

export interface ListShape<Filter extends string> {
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
