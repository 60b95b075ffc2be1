import { getChatPresence } from '@exempta/contract/chat'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { routeQuery } from '../../../lib/query.ts'
import { useLiveState, useLiveStream } from '../../../lib/use-live.ts'

const key = 'exempta.chat.muted'

export const isMuted = () => localStorage.getItem(key) !== null

export function setMuted(muted: boolean) {
  if (muted) localStorage.setItem(key, '1')
  else localStorage.removeItem(key)
}

/** Two short tones, made here: nothing is fetched. Browsers allow it once the person has clicked on the page. */
export function playChime() {
  if (isMuted() || navigator.userActivation?.hasBeenActive === false) return
  const audio = new AudioContext()
  const gain = audio.createGain()
  gain.gain.value = 0.06
  gain.connect(audio.destination)
  for (const [hertz, atSeconds] of [
    [660, 0],
    [880, 0.12],
  ] as const) {
    const tone = audio.createOscillator()
    tone.frequency.value = hertz
    tone.connect(gain)
    tone.start(audio.currentTime + atSeconds)
    tone.stop(audio.currentTime + atSeconds + 0.12)
    if (atSeconds > 0) tone.addEventListener('ended', () => void audio.close())
  }
}

const settleMs = 150

/** Keeps every list of the console fresh, and alerts agents who are in another tab to new messages. */
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
