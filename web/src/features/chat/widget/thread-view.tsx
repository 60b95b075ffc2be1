import type { ChatThread } from '@exempta/contract/chat'
import type { SignalMessage } from '@exempta/contract/events'
import { MailCheck, WifiOff } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { signalTyping, useLiveState, useLiveStream } from '../../../lib/use-live.ts'
import {
  Composer,
  type ComposerHandle,
  useTypingOfOthers,
  useTypingSignal,
} from '../conversation/composer.tsx'
import type { Conversation } from '../conversation/conversation.ts'
import { MessageList } from '../conversation/message-list.tsx'
import { markRead, ownPlace } from './use-own-thread.ts'

interface ThreadProps {
  thread: ChatThread
  conversation: Conversation
  /** The signed-in person; null for a guest. */
  personId: string | null
  onStale: () => void
}

/** Receives the chat's events, whether or not the window is open. */
export function useThreadLive({ thread, conversation, personId, onStale }: ThreadProps) {
  const typing = useTypingOfOthers((from) => from !== null && from !== personId)
  const [status, setStatus] = useState(thread.status)
  const [known, setKnown] = useState(thread)
  if (known !== thread) {
    setKnown(thread)
    setStatus(thread.status)
  }
  const connection = useLiveState()
  const refresh = useEffectEvent(onStale)
  useEffect(() => {
    if (connection === 'open') conversation.hurry()
    // A guest who opens the link in an email elsewhere moves the conversation there: then it is no longer ours.
    if (connection === 'open' || (connection === 'waiting' && personId === null)) refresh()
  }, [connection, conversation, personId])
  useLiveStream(`chat:${thread.id}`, {
    onEvent: ({ name, payload }) => {
      if (name !== 'chatMessage') return
      conversation.receive(payload)
      if (payload.sender === 'agent') typing.stop()
      else setStatus('open')
    },
    onStale: () => refresh(),
    onSignal: (message: SignalMessage) => {
      typing.hear(message)
      if (message.name === 'chatRead') conversation.noteRead(message.payload.by, message.payload.seq)
      if (message.name === 'chatState') setStatus(message.payload.status)
    },
  })
  return { isTyping: typing.isTyping, status, isConnected: connection === 'open' }
}

interface ThreadViewProps extends Pick<ThreadProps, 'thread' | 'conversation'> {
  live: ReturnType<typeof useThreadLive>
}

export function ThreadView({ thread, conversation, live }: ThreadViewProps) {
  const { items } = useSyncExternalStore(conversation.subscribe, () => conversation.state)
  const composer = useRef<ComposerHandle>(null)
  const newest = items.at(-1)
  const read = useEffectEvent(() => {
    if (newest && document.visibilityState === 'visible') void markRead(conversation, newest.seq)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: read with each new message
  useEffect(() => {
    read()
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [newest?.seq])
  useEffect(() => composer.current?.focus(), [])
  const typing = useTypingSignal(() => signalTyping(`chat:${thread.id}`))
  const lastMessage = items.findLast(({ kind }) => kind !== 'welcome')

  return (
    <>
      {!live.isConnected && (
        <p
          role="status"
          className="flex items-center gap-2 bg-warning-soft px-4 py-2 text-xs text-warning-ink"
        >
          <WifiOff aria-hidden className="size-4 shrink-0" />
          Connecting… We’ll send your messages as soon as you’re back online.
        </p>
      )}
      <MessageList
        conversation={conversation}
        side="user"
        nameOf={({ author }) => author ?? 'Live Support'}
        typing={live.isTyping ? 'Live Support is typing…' : undefined}
      >
        {lastMessage?.kind === 'automatic' && (
          <p className="mt-3 flex gap-2 rounded-card bg-info-soft px-3 py-2 text-xs text-info-ink">
            <MailCheck aria-hidden className="size-4 shrink-0" />
            We’re offline right now. We’ll reply in this chat and by email to {thread.answersTo}.
          </p>
        )}
        {live.status === 'closed' && (
          <p className="mt-3 text-center text-xs text-ink-muted">
            This conversation is closed. Send a message to reopen it.
          </p>
        )}
      </MessageList>
      <Composer
        ref={composer}
        place={ownPlace}
        label="Type your message..."
        onSend={(text) => {
          conversation.send(text)
          typing.onSent()
        }}
        onTyping={typing.onTyping}
      />
    </>
  )
}
