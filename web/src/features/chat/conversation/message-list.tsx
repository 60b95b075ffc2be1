import type { ChatMessage } from '@exempta/contract/chat-message'
import { Check, CheckCheck, EyeOff, StickyNote } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { Button } from '../../../ui/button.tsx'
import type { Conversation, Outgoing } from './conversation.ts'

const nearPx = 80

/** Keeps a list at its newest entry, unless the person scrolled up to read. */
function useBottom(newest: unknown) {
  const list = useRef<HTMLDivElement>(null)
  const isNear = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: moves when there is something newer
  useLayoutEffect(() => {
    const element = list.current
    if (element && isNear.current) element.scrollTop = element.scrollHeight
  }, [newest])
  const onScroll = () => {
    const element = list.current
    if (element) {
      isNear.current = element.scrollHeight - element.scrollTop - element.clientHeight < nearPx
    }
  }
  return { list, onScroll }
}

const time = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' })

interface MessageBubbleProps {
  message: ChatMessage
  /** Written by the reader or by someone on the reader's side. */
  isOwnSide: boolean
  isRead: boolean
  /** The name shown above; the reader's side needs none. */
  name: string | undefined
}

function MessageBubble({ message, isOwnSide, isRead, name }: MessageBubbleProps) {
  const isNote = message.kind === 'note'
  const at = new Date(message.createdAt)
  return (
    <li className={classNames('flex flex-col gap-1', isOwnSide ? 'items-end' : 'items-start')}>
      {(name || isNote) && (
        <p className="flex items-center gap-1.5 px-1 text-xs text-ink-muted">
          {isNote && <StickyNote aria-hidden className="size-3.5" />}
          {isNote ? `Note by ${message.author ?? 'an agent'}` : name}
        </p>
      )}
      <p
        className={classNames(
          'max-w-[85%] rounded-2xl px-3.5 py-2 text-sm leading-6 break-words whitespace-pre-wrap',
          isNote
            ? 'border border-warning/30 bg-warning-soft text-warning-ink'
            : isOwnSide
              ? 'rounded-br-md bg-accent text-on-accent'
              : 'rounded-bl-md bg-subtle text-ink',
        )}
      >
        {message.text}
      </p>
      {message.isMasked && (
        <p className="flex max-w-[85%] gap-1.5 px-1 text-xs text-ink-muted">
          <EyeOff aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          For your safety, we hid what looks like a private number. We don’t save what’s hidden.
        </p>
      )}
      <p className="flex items-center gap-1.5 px-1 text-xs text-ink-muted tabular-nums">
        {message.kind === 'automatic' && <span>Automatic reply ·</span>}
        <time dateTime={message.createdAt} title={at.toLocaleString()}>
          {time.format(at)}
        </time>
        {isOwnSide && !isNote && message.kind === 'message' && (
          <span className="inline-flex items-center gap-1">
            {isRead ? (
              <CheckCheck aria-hidden className="size-3.5 text-accent" />
            ) : (
              <Check aria-hidden className="size-3.5" />
            )}
            {isRead ? 'Read' : 'Delivered'}
          </span>
        )}
      </p>
    </li>
  )
}

/** What is on its way, or could not be sent. */
function OutgoingBubble({ message, conversation }: { message: Outgoing; conversation: Conversation }) {
  const { clientId, text, failure } = message
  return (
    <li className="flex flex-col items-end gap-1">
      <p
        className={classNames(
          'max-w-[85%] rounded-2xl rounded-br-md px-3.5 py-2 text-sm leading-6 break-words whitespace-pre-wrap',
          failure ? 'border border-danger/40 bg-danger-soft text-danger-ink' : 'bg-accent text-on-accent',
        )}
      >
        {text}
      </p>
      {failure ? (
        <p className="flex flex-wrap justify-end gap-x-2 px-1 text-xs text-danger-ink">
          {failure}
          <button
            type="button"
            className="font-semibold underline"
            onClick={() => conversation.retry(clientId)}
          >
            Try again
          </button>
          <button
            type="button"
            className="font-semibold underline"
            onClick={() => conversation.discard(clientId)}
          >
            Discard
          </button>
        </p>
      ) : (
        <p className="px-1 text-xs text-ink-muted">Sending…</p>
      )}
    </li>
  )
}

const day = new Intl.DateTimeFormat(undefined, { weekday: 'long', month: 'long', day: 'numeric' })

interface MessageListProps {
  conversation: Conversation
  side: 'user' | 'agent'
  /** The name above messages of the other side. */
  nameOf: (message: ChatMessage) => string
  typing: string | undefined
  children?: ReactNode
}

export function MessageList({ conversation, side, nameOf, typing, children }: MessageListProps) {
  const { items, outgoing, hasOlder, personReadSeq, agentReadSeq } = useSyncExternalStore(
    conversation.subscribe,
    () => conversation.state,
  )
  const readSeq = side === 'user' ? agentReadSeq : personReadSeq
  const { list, onScroll } = useBottom(`${items.at(-1)?.seq} ${outgoing.length} ${typing}`)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div ref={list} onScroll={onScroll} tabIndex={0} className="min-h-0 flex-1 overflow-y-auto px-4 py-4">
      {hasOlder && (
        <div className="pb-3 text-center">
          <Button variant="ghost" size="sm" onClick={() => void conversation.loadOlder()}>
            Show older messages
          </Button>
        </div>
      )}
      <div role="log" aria-label="Messages">
        <ol className="grid grid-cols-1 gap-3">
          {items.map((message, index) => (
            <MessageWithDay
              key={message.seq}
              message={message}
              previous={items[index - 1]}
              isOwnSide={message.sender === side}
              isRead={message.seq <= readSeq}
              name={message.sender === side && side === 'user' ? undefined : nameOf(message)}
            />
          ))}
          {outgoing.map((message) => (
            <OutgoingBubble key={message.clientId} message={message} conversation={conversation} />
          ))}
        </ol>
      </div>
      {children}
      <p role="status" className="min-h-5 pt-2 text-xs text-ink-muted">
        {typing}
      </p>
    </div>
  )
}

interface MessageWithDayProps {
  message: ChatMessage
  previous: ChatMessage | undefined
  isOwnSide: boolean
  isRead: boolean
  name: string | undefined
}

function MessageWithDay({ message, previous, name, ...rest }: MessageWithDayProps) {
  const dayOf = (one: ChatMessage) => new Date(one.createdAt).toDateString()
  const isNewDay = !previous || dayOf(previous) !== dayOf(message)
  const isFirstOfSpeaker =
    isNewDay || previous.sender !== message.sender || previous.author !== message.author
  return (
    <>
      {isNewDay && (
        <li className="py-1 text-center text-xs font-medium text-ink-muted">
          {day.format(new Date(message.createdAt))}
        </li>
      )}
      <MessageBubble message={message} name={isFirstOfSpeaker ? name : undefined} {...rest} />
    </>
  )
}
