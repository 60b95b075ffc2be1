import { MessageCircle } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import {
  mayHaveThread,
  openChatWindow,
  setChatUnread,
  useChatWindow,
  useIsChatHidden,
} from '../../lib/chat-window.ts'
import { classNames } from '../../lib/class-names.ts'
import { useIsHydrated } from '../../lib/hooks.ts'
import { onDemand } from '../../lib/on-demand.tsx'

const loadChatWidget = async () => (await import('../../features/chat/widget/chat-widget.tsx')).ChatWidget
const ChatWidget = onDemand(loadChatWidget, <ChatButton unread={0} />)

/** Agents answer there; the button would lie on their text. */
const isOfAgents = (path: string) => path === '/admin' || path.startsWith('/admin/')

/** Pages to work on: there the button stands in the navigation, where it's in nobody's way. */
const isWorkPage = (path: string) => /^\/(user|business)(\/|$)/.test(path)

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
  const isHidden = useIsChatHidden()
  if (!isHydrated || isOfAgents(pathname)) return null
  const isDocked = isHidden || isWorkPage(pathname)
  if (state === 'closed' && !mayHaveNews) return isDocked ? null : <ChatButton unread={0} />
  return <ChatWidget Button={isDocked ? UnreadCount : ChatButton} />
}

/** Passes the number on to the navigation. */
function UnreadCount({ unread }: { unread: number }) {
  useEffect(() => {
    setChatUnread(unread)
    return () => setChatUnread(0)
  }, [unread])
  return null
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

const controls = 'a[href], button, input, select, textarea, summary, [role=button], [role=switch], [role=tab]'
/** Between the floating button and what it makes room for. */
const gapPx = 8
/** Smaller ones are only for screen readers. */
const shownPx = 4
/** A page changes in many small steps; what it looks like after them counts. */
const settleMs = 100

/** How far a fixed element has to be lifted so that no control is under it; undefined when there is no such place. */
function clearLift(element: HTMLElement, lifted: number): number | undefined {
  const own = element.getBoundingClientRect()
  const { left, right } = own
  const inTheWay = [...document.querySelectorAll<HTMLElement>(controls)]
    .filter((control) => !element.contains(control) && control.checkVisibility({ visibilityProperty: true }))
    .map((control) => control.getBoundingClientRect())
    .filter((rect) => rect.width > shownPx && rect.right > left - gapPx && rect.left < right + gapPx)
    .sort((one, other) => other.bottom - one.bottom)
  const base = own.bottom + lifted
  let bottom = base
  for (const rect of inTheWay) {
    if (rect.top < bottom && rect.bottom > bottom - own.height) bottom = rect.top - gapPx
  }
  return bottom - own.height > window.innerHeight / 3 ? base - bottom : undefined
}

/** Keeps a fixed element clear of the page's controls, whatever is scrolled, opened or added. */
function useClearPlace(ref: RefObject<HTMLElement | null>): number | undefined {
  const [lift, setLift] = useState<number | undefined>(0)
  useLayoutEffect(() => {
    let lifted = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      if (!ref.current) return
      const found = clearLift(ref.current, lifted)
      lifted = found ?? 0
      setLift(found)
    }
    const lookSoon = () => {
      clearTimeout(timer)
      timer = setTimeout(look, settleMs)
    }
    look()
    const changes = new MutationObserver(lookSoon)
    changes.observe(document.body, { childList: true, subtree: true })
    const sizes = new ResizeObserver(lookSoon)
    sizes.observe(document.body)
    window.addEventListener('scroll', lookSoon, { capture: true, passive: true })
    window.addEventListener('resize', lookSoon)
    return () => {
      clearTimeout(timer)
      changes.disconnect()
      sizes.disconnect()
      window.removeEventListener('scroll', lookSoon, { capture: true })
      window.removeEventListener('resize', lookSoon)
    }
  }, [ref])
  return lift
}
