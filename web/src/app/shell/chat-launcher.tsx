import { MessageCircle } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { mayHaveThread, openChatWindow, useChatWindow } from '../../lib/chat-window.ts'
import { classNames } from '../../lib/class-names.ts'
import { useIsHydrated } from '../../lib/hooks.ts'
import { onDemand } from '../../lib/on-demand.tsx'
import { useClearPlace } from './use-clear-place.ts'

const loadChatWidget = async () => (await import('../../features/chat/widget/chat-widget.tsx')).ChatWidget
const ChatWidget = onDemand(loadChatWidget, <ChatButton unread={0} />)

/** Agents answer there; the button would lie on their text. */
const isOfAgents = (path: string) => path === '/admin' || path.startsWith('/admin/')

/** The button of live support. What is behind it is fetched when it is opened, or when an answer may wait. */
export function ChatLauncher() {
  const isHydrated = useIsHydrated()
  const state = useChatWindow()
  const { pathname } = useLocation()
  const [mayHaveNews, setMayHaveNews] = useState(false)
  useEffect(() => {
    if (!mayHaveThread()) return
    const timer = setTimeout(() => setMayHaveNews(true), 1500)
    return () => clearTimeout(timer)
  }, [])
  if (!isHydrated || isOfAgents(pathname)) return null
  if (state === 'closed' && !mayHaveNews) return <ChatButton unread={0} />
  return <ChatWidget Button={ChatButton} />
}

/** Never lies on a control of the page: it moves up, or hides where there is no room for it. */
function ChatButton({ unread }: { unread: number }) {
  const button = useRef<HTMLButtonElement>(null)
  const lift = useClearPlace(button)
  return (
    <aside aria-label="Live Support">
      <button
        ref={button}
        type="button"
        aria-label={unread > 0 ? `Live Support, ${unread} unread` : 'Live Support'}
        onClick={openChatWindow}
        onPointerEnter={() => void loadChatWidget()}
        style={{ translate: `0 ${-(lift ?? 0)}px` }}
        className={classNames(
          'fixed right-4 bottom-4 z-30 inline-flex size-14 items-center justify-center rounded-full bg-accent text-on-accent shadow-float transition-colors hover:bg-accent-hover print:hidden',
          lift === undefined && 'not-focus-visible:invisible',
        )}
      >
        <MessageCircle aria-hidden className="size-6" />
        {unread > 0 && (
          <span className="absolute -top-1 -right-1 min-w-5 rounded-full bg-danger px-1 text-center text-xs leading-5 font-semibold text-on-danger tabular-nums">
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </button>
    </aside>
  )
}
