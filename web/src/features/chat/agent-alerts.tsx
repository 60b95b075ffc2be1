import { getChatPresence } from '@exempta/contract/chat'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { setNavigationBadge } from '../../lib/navigation-badges.ts'
import { routeQuery } from '../../lib/query.ts'
import { useLiveState, useLiveStream } from '../../lib/use-live.ts'

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

/** Which agents are present, how many messages wait, and whether this agent is away. */
export function useAgentPresence({ enabled = true } = {}) {
  const { data } = useQuery({ ...routeQuery(getChatPresence, {}), refetchInterval: 30_000, enabled })
  return data
}

const settleMs = 150

/**
 * On every page of administrators: following the agents' stream makes this one present, and new messages show in the
 * navigation, in the title of the tab and as a sound.
 */
export function AgentAlerts() {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [hasSettled, setHasSettled] = useState(false)
  const refresh = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      setHasSettled(true)
      void client.invalidateQueries({ queryKey: ['chats'] })
    }, settleMs)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useLiveStream('agents', {
    onEvent: () => undefined,
    onStale: refresh,
    onSignal: ({ name }) => {
      if (name === 'chatChanged' || name === 'chatPresence') refresh()
    },
  })
  // What is only signaled is not caught up with: after a break it is asked for. The first time waits for it too, since
  // following the stream makes this agent present, which changes the answer.
  const connection = useLiveState()
  const onConnected = useEffectEvent(refresh)
  useEffect(() => {
    if (connection === 'open' || connection === 'waiting') onConnected()
  }, [connection])

  const unread = useAgentPresence({ enabled: hasSettled })?.unread
  useChimeOnMore(unread)
  useTitleCount(unread ?? 0)
  useEffect(() => setNavigationBadge('/admin/chats', unread ?? 0), [unread])
  return null
}

function useChimeOnMore(unread: number | undefined) {
  const before = useRef<number>(undefined)
  useEffect(() => {
    if (unread === undefined) return
    if (before.current !== undefined && unread > before.current) playChime()
    before.current = unread
  }, [unread])
}

const countInTitle = /^\(\d+\+?\) /

/** Pages set their own title, so the count is put in front again whenever the title changes. */
function useTitleCount(unread: number) {
  useEffect(() => {
    const show = () => {
      const title = document.title.replace(countInTitle, '')
      const wanted = unread > 0 ? `(${unread > 99 ? '99+' : unread}) ${title}` : title
      if (document.title !== wanted) document.title = wanted
    }
    show()
    const observer = new MutationObserver(show)
    observer.observe(document.head, { subtree: true, childList: true, characterData: true })
    return () => {
      observer.disconnect()
      document.title = document.title.replace(countInTitle, '')
    }
  }, [unread])
}
