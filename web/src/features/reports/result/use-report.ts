import { pageLimits } from '@exempta/contract/paging'
import { type ReportDefinition, runReport } from '@exempta/contract/reports'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { ownTimeZone } from '../../../lib/format.ts'

/** Days are the reader’s own. Not part of the report itself, so that links and templates don’t carry it. */
export const inOwnTimeZone = (definition: ReportDefinition): ReportDefinition => ({
  ...definition,
  timeZone: ownTimeZone(),
})

/**
 * The pages of a report so far. Not under the topic of templates: a report runs again only when it is asked to, and not
 * because its charts are drawn in another way.
 */
export function useReport({ charts, ...definition }: ReportDefinition, canRun: boolean) {
  // All groups are drawn, so they come at once.
  const limit = definition.groupBy.length > 0 ? pageLimits.pageSizeMax : pageLimits.pageSize
  return useInfiniteQuery({
    queryKey: ['report-result', definition] as const,
    queryFn: ({ pageParam, signal }) =>
      call(
        runReport,
        { body: { definition: inOwnTimeZone(definition), limit, ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // The rows stay while the same report is sorted again; rows of another report are dropped.
    placeholderData: (before, query) =>
      query && shapeOf(query.queryKey[1]) === shapeOf(definition) ? before : undefined,
    enabled: canRun,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

const shapeOf = ({ sortBy, ...rest }: ReportDefinition) => JSON.stringify(rest)

export type ReportQuery = ReturnType<typeof useReport>

/** The groups behind a chart of a report that has none itself. */
export const useGroups = (definition: ReportDefinition, isWanted: boolean) =>
  useQuery({
    queryKey: ['report-result', 'groups', definition],
    queryFn: ({ signal }) =>
      call(
        runReport,
        { body: { definition: inOwnTimeZone(definition), limit: pageLimits.pageSizeMax } },
        { signal },
      ),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  })
