import { answerChat, getChat, listConversationMessages, readConversation } from '@exempta/contract/chat'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { call } from '../../../lib/api.ts'
import { errorText, isNotFound } from '../../../lib/api-error.ts'
import { useHotkey } from '../../../lib/hooks.ts'
import { routeQuery } from '../../../lib/query.ts'
import { useSessionState } from '../../../lib/session-store.ts'
import { signalTyping, useLiveState, useLiveStream } from '../../../lib/use-live.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/loading.tsx'
import { EmptyState, FailedState } from '../../../ui/page-states.tsx'
import {
  Composer,
  type ComposerHandle,
  storedUnsent,
  storeUnsent,
  useTypingOfOthers,
  useTypingSignal,
} from '../conversation/composer.tsx'
import { Conversation, finalFailure } from '../conversation/conversation.ts'
import { MessageList } from '../conversation/message-list.tsx'
import { CannedReplies } from './canned-replies.tsx'
import { ConversationHeader } from './conversation-header.tsx'
import { PersonPanel } from './person-panel.tsx'

function conversationOf(id: string): Conversation {
  return new Conversation({
    first: { items: [], hasOlder: false, personReadSeq: 0, agentReadSeq: 0 },
    unsent: storedUnsent(id),
    calls: {
      send: ({ clientId, text, kind }) =>
        call(answerChat, { params: { id }, body: { clientId, text, kind } }),
      loadOlder: (before) => call(listConversationMessages, { params: { id }, query: { before } }),
      finalFailure,
      keep: (outgoing) => storeUnsent(id, outgoing),
    },
  })
}

/** One conversation as an agent sees it: fetched, then followed live. */
function useConversation(id: string) {
  const query = useQuery(routeQuery(getChat, { params: { id } }))
  const [conversation] = useState(() => conversationOf(id))
  useEffect(() => () => conversation.close(), [conversation])
  useEffect(() => {
    if (query.data) conversation.refresh(query.data)
  }, [query.data, conversation])

  const session = useSessionState()
  const ownId = session.status === 'signed-in' ? session.session.person.id : null
  const typing = useTypingOfOthers((from) => from !== ownId)
  const connection = useLiveState()
  useEffect(() => {
    if (connection === 'open') conversation.hurry()
  }, [connection, conversation])
  useLiveStream(`chat:${id}`, {
    onEvent: ({ name, payload }) => {
      if (name !== 'chatMessage') return
      conversation.receive(payload)
      typing.stop()
    },
    onStale: () => void query.refetch(),
    onSignal: (message) => {
      typing.hear(message)
      if (message.name === 'chatRead') conversation.noteRead(message.payload.by, message.payload.seq)
    },
  })
  return { query, conversation, isTyping: typing.isTyping, isConnected: connection === 'open' }
}

async function markRead(conversation: Conversation, id: string): Promise<void> {
  const { items, agentReadSeq } = conversation.state
  const seq = items.findLast(({ sender }) => sender === 'user')?.seq ?? 0
  if (seq <= agentReadSeq || document.visibilityState !== 'visible') return
  conversation.noteRead('agent', seq)
  // Sent again with the next message; only a read mark is lost.
  await call(readConversation, { params: { id }, body: { seq } }).catch(() => undefined)
}

interface ConversationPaneProps {
  id: string
  /** Shown on the way to another one: not marked as read until the agent clicks, types or presses Enter. */
  isPassing: boolean
  onStay: () => void
  onChoose: (id: string | undefined) => void
}

export function ConversationPane({ id, isPassing, onStay, onChoose }: ConversationPaneProps) {
  const { query, conversation, isTyping, isConnected } = useConversation(id)
  const { items } = useSyncExternalStore(conversation.subscribe, () => conversation.state)
  const composer = useRef<ComposerHandle>(null)
  const [kind, setKind] = useState<'message' | 'note'>('message')
  const [hasDetails, setDetails] = useState(false)
  const typing = useTypingSignal(() => signalTyping(`chat:${id}`))
  const newestSeq = items.at(-1)?.seq
  // biome-ignore lint/correctness/useExhaustiveDependencies: read with each new message
  useEffect(() => {
    if (isPassing) return
    const read = () => void markRead(conversation, id)
    read()
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [conversation, id, newestSeq, isPassing])
  useHotkey('Enter', () => composer.current?.focus(), { isOn: isPassing })

  if (query.isPending) {
    return (
      <div className="grid h-full place-items-center">
        <Spinner label="Loading chat…" />
      </div>
    )
  }
  if (query.isError) {
    return isNotFound(query.error) ? (
      <EmptyState
        title="We couldn’t find this chat"
        action={<Button onClick={() => onChoose(undefined)}>Back to the list</Button>}
      >
        It may have been merged with another chat when the person logged in.
      </EmptyState>
    ) : (
      <div className="p-4">
        <FailedState message={errorText(query.error)} onRetry={() => void query.refetch()} />
      </div>
    )
  }
  const chat = query.data
  return (
    <div className="flex h-full min-w-0" onPointerDownCapture={onStay} onFocusCapture={onStay}>
      <section aria-label={`Chat with ${chat.person.name}`} className="flex min-w-0 flex-1 flex-col">
        <ConversationHeader
          chat={chat}
          isConnected={isConnected}
          hasDetails={hasDetails}
          onDetails={() => setDetails(!hasDetails)}
          onBack={() => onChoose(undefined)}
          onMarkedUnread={() => onChoose(undefined)}
        />
        <div className={hasDetails ? 'min-h-0 flex-1 overflow-y-auto 2xl:hidden' : 'hidden'}>
          <PersonPanel chat={chat} onChoose={onChoose} />
        </div>
        <div
          className={hasDetails ? 'hidden min-h-0 flex-1 flex-col 2xl:flex' : 'flex min-h-0 flex-1 flex-col'}
        >
          <MessageList
            conversation={conversation}
            side="agent"
            nameOf={({ sender, author }) =>
              sender === 'user' ? chat.person.name : (author ?? 'Live Support')
            }
            typing={isTyping ? 'Someone is typing…' : undefined}
          />
          <fieldset
            aria-label="What to write"
            className="flex items-center gap-1 border-t border-line px-3 pt-2"
          >
            {(['message', 'note'] as const).map((choice) => (
              <Button
                key={choice}
                size="sm"
                variant={kind === choice ? 'secondary' : 'ghost'}
                aria-pressed={kind === choice}
                onClick={() => setKind(choice)}
              >
                {choice === 'message' ? (chat.kind === 'mail' ? 'Reply by email' : 'Reply') : 'Internal note'}
              </Button>
            ))}
            <span className="ml-auto">
              <CannedReplies onPick={(text) => composer.current?.insert(text)} />
            </span>
          </fieldset>
          <Composer
            ref={composer}
            place={id}
            label="Type your message..."
            tone={kind === 'note' ? 'note' : 'plain'}
            onSend={(text) => {
              conversation.send(text, kind)
              typing.onSent()
              setKind('message')
            }}
            onTyping={() => kind === 'message' && typing.onTyping()}
          />
        </div>
      </section>
      <section
        aria-label="About the person"
        className="hidden w-72 shrink-0 overflow-y-auto border-l border-line 2xl:block"
      >
        <PersonPanel chat={chat} onChoose={onChoose} />
      </section>
    </div>
  )
}
