import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { isNotFound } from '../../../lib/api-error.ts'
import { errorText } from '../../../lib/error-text.ts'
import { signalTyping } from '../../../lib/live-hook.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailedState } from '../../../ui/failed-state.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { Composer, type ComposerHandle } from '../conversation/composer.tsx'
import { MessageList } from '../conversation/message-list.tsx'
import { useTellTyping } from '../conversation/use-typing.ts'
import { CannedReplies } from './canned-replies.tsx'
import { ConversationHeader } from './conversation-header.tsx'
import { PersonPanel } from './person-panel.tsx'
import { tellRead, useConversation } from './use-conversation.ts'

interface ConversationPaneProps {
  id: string
  onChoose: (id: string | undefined) => void
}

export function ConversationPane({ id, onChoose }: ConversationPaneProps) {
  const { query, conversation, isTyping, isConnected } = useConversation(id)
  const { items } = useSyncExternalStore(conversation.subscribe, () => conversation.state)
  const composer = useRef<ComposerHandle>(null)
  const [kind, setKind] = useState<'message' | 'note'>('message')
  const [hasDetails, setDetails] = useState(false)
  const typing = useTellTyping(() => signalTyping(`chat:${id}`))
  const newestSeq = items.at(-1)?.seq
  // biome-ignore lint/correctness/useExhaustiveDependencies: read with each new message
  useEffect(() => {
    const read = () => void tellRead(conversation, id)
    read()
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [conversation, id, newestSeq])

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
        title="This chat is no longer there"
        action={<Button onClick={() => onChoose(undefined)}>Back to the list</Button>}
      >
        It may have been joined with another one when the person signed in.
      </EmptyState>
    ) : (
      <div className="p-4">
        <FailedState message={errorText(query.error)} onRetry={() => void query.refetch()} />
      </div>
    )
  }
  const chat = query.data
  return (
    <div className="flex h-full min-w-0">
      <section aria-label={`Chat with ${chat.person.name}`} className="flex min-w-0 flex-1 flex-col">
        <ConversationHeader
          chat={chat}
          isConnected={isConnected}
          hasDetails={hasDetails}
          onDetails={() => setDetails(!hasDetails)}
          onBack={() => onChoose(undefined)}
        />
        <div className={hasDetails ? 'min-h-0 flex-1 overflow-y-auto xl:hidden' : 'hidden'}>
          <PersonPanel chat={chat} onChoose={onChoose} />
        </div>
        <div
          className={hasDetails ? 'hidden min-h-0 flex-1 flex-col xl:flex' : 'flex min-h-0 flex-1 flex-col'}
        >
          <MessageList
            conversation={conversation}
            side="agent"
            nameOf={({ sender, author }) =>
              sender === 'user' ? chat.person.name : (author ?? 'Live Support')
            }
            typing={isTyping ? 'Somebody is typing…' : undefined}
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
                {choice === 'message' ? (chat.kind === 'mail' ? 'Answer by mail' : 'Reply') : 'Internal note'}
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
        className="hidden w-72 shrink-0 overflow-y-auto border-l border-line xl:block"
      >
        <PersonPanel chat={chat} onChoose={onChoose} />
      </section>
    </div>
  )
}
