import type { ChatMessage } from '@exempta/contract/chat-message'
import { type ReactNode, useSyncExternalStore } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { Conversation } from './conversation.ts'
import { MessageBubble } from './message-bubble.tsx'
import { OutgoingBubble } from './outgoing-bubble.tsx'
import { useBottom } from './use-bottom.ts'

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
