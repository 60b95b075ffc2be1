import { getChatPresence } from '@exempta/contract/chat'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLiveState, useLiveStream } from '../../../lib/live-hook.ts'
import { routeQuery } from '../../../lib/query.ts'
import { playChime } from './chime.ts'

const settleMs = 150

/** Keeps every list of the console fresh, and tells agents who look elsewhere that somebody wrote. */
export function useConsoleLive() {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const refresh = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void client.invalidateQueries({ queryKey: ['chats'] }), settleMs)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useLiveStream('agents', {
    onEvent: () => undefined,
    onStale: refresh,
    onSignal: ({ name }) => {
      if (name === 'chatChanged' || name === 'chatPresence') refresh()
    },
  })
  // What is only signalled is not caught up with: after a break it is asked for.
  const connection = useLiveState()
  const onConnected = useEffectEvent(refresh)
  useEffect(() => {
    if (connection === 'open') onConnected()
  }, [connection])

  const presence = useQuery({ ...routeQuery(getChatPresence, {}), refetchInterval: 30_000 })
  const unread = presence.data?.unread ?? 0
  useUnreadNotice(presence.isSuccess ? unread : undefined)
  return { agents: presence.data?.agents ?? [], unread }
}

/** The number in the title of the tab, and a sound when it grows. */
function useUnreadNotice(unread: number | undefined) {
  const before = useRef<number>(undefined)
  const title = useRef<string>(undefined)
  useEffect(() => {
    if (unread === undefined) return
    if (before.current !== undefined && unread > before.current) playChime()
    before.current = unread
    title.current ??= document.title
    document.title = unread > 0 ? `(${unread > 99 ? '99+' : unread}) ${title.current}` : title.current
  }, [unread])
  useEffect(
    () => () => {
      if (title.current !== undefined && document.title.endsWith(title.current))
        document.title = title.current
    },
    [],
  )
}
