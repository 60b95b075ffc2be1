import { listNotifications, readAllNotifications, readNotification } from '@exempta/contract/notifications'
import { fill, texts } from '@exempta/contract/texts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { routeMutation, routeQuery } from '../../lib/query.ts'

const words = texts.notifications

/** The specified words for a list that could not be fetched; null: an answer came, but nothing in it. */
export function fetchFailure(error: unknown): string {
  if (error === null) return words.noData
  if (!(error instanceof ApiError) || error.code === 'offline') return words.unreachable
  if (error.code === 'not-signed-in') return words.signedOut
  const text = error.code === 'unavailable' ? words.connectionFailed : words.fetchFailed
  return fill(text, { message: error.message })
}

export function markFailure(error: unknown, isForAll: boolean): string {
  if (error instanceof ApiError && error.code === 'not-signed-in') return words.signedOut
  const message = error instanceof Error ? error.message : texts.errorOccurred
  return fill(isForAll ? words.markAllFailed : words.markFailed, { message })
}

const query = routeQuery(listNotifications, { query: {} })

/** The panel's list and count. After a failed fetch the list is empty and the count is 0, as specified. */
export function useNotifications() {
  const client = useQueryClient()
  const list = useQuery({ ...query, throwOnError: false })
  const refresh = () => client.invalidateQueries({ queryKey: query.queryKey })
  const mark = useMutation({
    mutationFn: (ids: string[]) => Promise.all(ids.map((id) => call(readNotification, { params: { id } }))),
    onSettled: refresh,
  })
  const markAll = useMutation({ ...routeMutation(readAllNotifications), onSuccess: refresh })
  const isEmpty = list.isSuccess && !list.data
  const shown = list.isError ? undefined : list.data
  return {
    items: shown?.items ?? [],
    unreadCount: shown?.unreadCount ?? 0,
    isLoading: list.isPending,
    isRefetching: list.isRefetching,
    refetch: () => void list.refetch(),
    failure: list.isError || isEmpty ? fetchFailure(list.error) : undefined,
    markRead: (ids: string[]) => mark.mutate(ids),
    markingIds: mark.isPending ? mark.variables : [],
    markAllRead: () => markAll.mutate({}),
    isMarkingAll: markAll.isPending,
    markFailure: mark.isError
      ? markFailure(mark.error, false)
      : markAll.isError
        ? markFailure(markAll.error, true)
        : undefined,
  }
}
