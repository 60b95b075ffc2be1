import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { fetchFailure, markFailure, NoNotificationsReceived } from './notification-errors.ts'
import { useNotificationsPort } from './notifications-port.ts'

const queryKey = ['notifications'] as const

/** The panel's list and count. After a failed fetch the list is empty and the count is 0, as specified. */
export function useNotifications() {
  const port = useNotificationsPort()
  const client = useQueryClient()
  const query = useQuery({
    queryKey,
    throwOnError: false,
    queryFn: async ({ signal }) => {
      const answer = await port.list(signal)
      if (!answer) throw new NoNotificationsReceived()
      return answer
    },
  })
  useEffect(() => port.listen(() => void client.invalidateQueries({ queryKey })), [port, client])

  const refresh = () => client.invalidateQueries({ queryKey })
  const mark = useMutation({ mutationFn: port.markRead, onSuccess: refresh })
  const markAll = useMutation({ mutationFn: port.markAllRead, onSuccess: refresh })
  const shown = query.isError ? undefined : query.data
  return {
    items: shown?.items ?? [],
    unreadCount: shown?.unreadCount ?? 0,
    isLoading: query.isPending,
    isRefetching: query.isRefetching,
    refetch: () => void query.refetch(),
    failure: query.isError ? fetchFailure(query.error) : undefined,
    mark,
    markAll,
    markFailure: mark.isError
      ? markFailure(mark.error, false)
      : markAll.isError
        ? markFailure(markAll.error, true)
        : undefined,
  }
}
