import type { Route, RouteInput, RouteOutput } from '@exempta/contract/route'
import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  keepPreviousData,
  QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query'
import { call } from './api.ts'
import { ApiError, errorText } from './api-error.ts'

/** 403 on a page that was believed allowed is thrown to the page's boundary, which shows Access Denied. */
export const isNotAllowed = (error: unknown) => error instanceof ApiError && error.code === 'not-allowed'

/**
 * TanStack's client does not repeat the first fetch of a query that is invalidated meanwhile, though its answer may be
 * older than the change. This one fetches once more, so that no live event is lost while a page loads.
 */
class FreshQueryClient extends QueryClient {
  override async invalidateQueries(
    filters?: InvalidateQueryFilters<QueryKey>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const loading = new Set(
      this.getQueryCache()
        .findAll({ ...filters, fetchStatus: 'fetching' })
        .filter(({ state }) => state.data === undefined),
    )
    await super.invalidateQueries(filters, options)
    if (loading.size === 0) return
    await super.invalidateQueries({ predicate: (query) => loading.has(query) }, options)
  }
}

function createQueryClient(): QueryClient {
  return new FreshQueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 10_000, throwOnError: isNotAllowed },
      mutations: { retry: false },
    },
  })
}

/** One per tab; emptied at sign-out. */
export const queryClient = createQueryClient()

type CallFunction = (route: Route, input: unknown, options: { signal: AbortSignal }) => Promise<unknown>

/** `/api/documents/:id` is about `documents`: live events of that topic make its queries fetch again. */
export const topicOf = (route: Pick<Route, 'path'>) => route.path.split('/')[2] ?? ''

/** A route as a TanStack query: `useQuery(routeQuery(listDocuments, { query }))`. */
export function routeQuery<const R extends Route>(route: R, input: RouteInput<R>) {
  return queryOptions({
    queryKey: [topicOf(route), route.path, input] as const,
    queryFn: ({ signal }) => (call as CallFunction)(route, input, { signal }) as Promise<RouteOutput<R>>,
  })
}

/** For lists: the rows shown stay while the next ones load. */
export function listQuery<const R extends Route>(route: R, input: RouteInput<R>) {
  return { ...routeQuery(route, input), placeholderData: keepPreviousData }
}

/** A route as a TanStack mutation: `useMutation(routeMutation(removeDocument))`. */
export function routeMutation<const R extends Route>(route: R) {
  return {
    mutationFn: (input: RouteInput<R>) =>
      (call as unknown as (route: Route, input: unknown) => Promise<unknown>)(route, input) as Promise<
        RouteOutput<R>
      >,
  }
}

interface FailingQuery {
  data: unknown
  error: unknown
  isRefetching: boolean
  refetch(): Promise<unknown>
}

/** Why there is nothing to show, and the way to try again. Rows that are shown stay when fetching them again fails. */
export const failureOf = (
  { data, error, isRefetching, refetch }: FailingQuery,
  wordsOf: (error: unknown) => string = errorText,
) =>
  error && data === undefined
    ? { message: wordsOf(error), onRetry: () => void refetch(), isRetrying: isRefetching }
    : undefined

/** Lists, details and the dashboard of administrators show the same things. */
export const refreshAdmin = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['admin'] })
