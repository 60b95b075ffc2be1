import { listNotifications, readAllNotifications, readNotification } from '@exempta/contract/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { routeMutation, routeQuery } from '../../lib/query.ts'
import { fetchFailure, markFailure } from './notification-errors.ts'

const query = routeQuery(listNotifications, { query: {} })

/** The panel's list and count. After a failed fetch the list is empty and the count is 0, as specified. */
export function useNotifications() {
  const client = useQueryClient()
  const list = useQuery({ ...query, throwOnError: false })
  const refresh = () => client.invalidateQueries({ queryKey: query.queryKey })
  const mark = useMutation({ ...routeMutation(readNotification), onSuccess: refresh })
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
    markRead: (id: string) => mark.mutate({ params: { id } }),
    markingId: mark.isPending ? mark.variables.params.id : undefined,
    markAllRead: () => markAll.mutate({}),
    isMarkingAll: markAll.isPending,
    markFailure: mark.isError
      ? markFailure(mark.error, false)
      : markAll.isError
        ? markFailure(markAll.error, true)
        : undefined,
  }
}
