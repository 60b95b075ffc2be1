import type { Route, RouteInput, RouteOutput } from '@exempta/contract/route'
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { call } from './api.ts'
import { failureOf, topicOf } from './query.ts'

interface Page<Row> {
  items: Row[]
  nextCursor: string | null
}
type RowOf<R extends Route> = RouteOutput<R> extends Page<infer Row> ? Row : never

interface GrowingListOptions<R extends Route> {
  input: RouteInput<R>
  /** The live topic that makes it fetch again, where that isn’t the one in the address of the route. */
  topic?: string
}

/** A list that is one part of a page: it begins with the newest entries and grows with Show more. */
export function useGrowingList<const R extends Route>(
  route: R,
  { input, topic = topicOf(route) }: GrowingListOptions<R>,
) {
  const { params, query } = input as { params?: object; query?: object }
  const list = useInfiniteQuery({
    queryKey: [topic, route.path, input, 'growing'],
    queryFn: ({ pageParam, signal }) =>
      (call as unknown as (route: Route, input: object, options: object) => Promise<Page<RowOf<R>>>)(
        route,
        { ...(params && { params }), query: { ...query, cursor: pageParam } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }: Page<RowOf<R>>) => nextCursor,
  })
  const data = list.data as InfiniteData<Page<RowOf<R>>> | undefined
  return { ...list, rows: data?.pages.flatMap(({ items }) => items), failure: failureOf(list) }
}
