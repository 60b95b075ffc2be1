import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { classNames } from '../lib/class-names.ts'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'

export interface ToastAction {
  label: string
  onClick: () => void
}

export interface ToastOptions {
  /** Where pages have buttons at their lower end that must not be covered. Stays longer, too. */
  isAtTop?: boolean
}

export type ToastKind = 'success' | 'error' | 'info'

interface Message {
  id: number
  kind: ToastKind
  text: string
  action: ToastAction | undefined
  isAtTop: boolean
}

const shownMs = 5000
const shownAtTopMs = 10_000
/** Older ones give way: a pile of messages would cover the page. */
const mostShown = 3

const looks = {
  success: { Icon: CircleCheck, icon: 'text-success' },
  error: { Icon: CircleAlert, icon: 'text-danger' },
  info: { Icon: Info, icon: 'text-info' },
}

let messages: Message[] = []
let lastId = 0
let isMounted = false
const listeners = new Set<() => void>()

function update(changed: Message[]) {
  messages = changed
  for (const listener of listeners) listener()
}

const close = (id: number) => update(messages.filter((message) => message.id !== id))

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Messages live in their own root beside the page, so that they outlast the page that sent them. */
function mount() {
  if (isMounted) return
  isMounted = true
  const host = document.createElement('div')
  document.body.append(host)
  createRoot(host).render(<Toaster />)
}

export function showToast(
  kind: ToastKind,
  text: string,
  action?: ToastAction,
  { isAtTop = false }: ToastOptions = {},
) {
  mount()
  update([...messages, { id: ++lastId, kind, text, action, isAtTop }].slice(-mostShown))
}

function Toaster() {
  const shown = useSyncExternalStore(subscribe, () => messages)
  return (
    // Screen readers announce only what changes in a region that was there before, so it stays when it's empty.
    <section aria-label="Messages" aria-live="polite" aria-relevant="additions">
      <MessageList
        messages={shown.filter(({ isAtTop }) => isAtTop)}
        place="top-4 left-1/2 -translate-x-1/2"
      />
      <MessageList messages={shown.filter(({ isAtTop }) => !isAtTop)} place="right-4 bottom-4" />
    </section>
  )
}

function MessageList({ messages, place }: { messages: Message[]; place: string }) {
  return (
    <ol className={classNames('fixed z-100 grid w-[min(22.5rem,calc(100vw-2rem))] gap-2', place)}>
      {messages.map((message) => (
        <Toast key={message.id} {...message} />
      ))}
    </ol>
  )
}

function Toast({ id, kind, text, action, isAtTop }: Message) {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    // Nobody loses a message that they're reading or about to press.
    if (isHeld) return
    const timer = setTimeout(close, isAtTop ? shownAtTopMs : shownMs, id)
    return () => clearTimeout(timer)
  }, [id, isAtTop, isHeld])
  const { Icon, icon } = looks[kind]
  return (
    <li
      className="flex items-start gap-3 rounded-card border border-line bg-raised p-3 text-sm text-ink shadow-float"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onKeyDown={({ key }) => key === 'Escape' && close(id)}
    >
      <Icon aria-hidden className={classNames('mt-1.5 size-5 shrink-0', icon)} />
      <p className="min-w-0 flex-1 py-1.5 wrap-anywhere">{text}</p>
      {action && (
        <Button
          size="sm"
          onClick={() => {
            close(id)
            action.onClick()
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton size="sm" label="Close message" icon={<X aria-hidden />} onClick={() => close(id)} />
    </li>
  )
}
