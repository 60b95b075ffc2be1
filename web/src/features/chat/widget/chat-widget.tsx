import type { ChatThread } from '@exempta/contract/chat'
import { type ComponentType, lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { useChatWindow } from '../../../lib/chat-window.ts'
import { useSessionState } from '../../../lib/session-store.ts'
import { FailedState } from '../../../ui/failed-state.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import type { Conversation } from '../conversation/conversation.ts'
import { ChatWindowFrame } from './chat-window-frame.tsx'
import { onReturned } from './returned.ts'
import { ThreadView, useThreadLive } from './thread-view.tsx'
import { type OwnThreadState, useOwnThread } from './use-own-thread.ts'

const StartChatForm = lazy(() => import('./start-chat-form.tsx'))

interface ChatWidgetProps {
  /** The closed button, which is on the page before this code is. */
  Button: ComponentType<{ unread: number }>
}

/** The window of live support, or its button with the number of answers not read. */
export function ChatWidget({ Button }: ChatWidgetProps) {
  const session = useSessionState()
  const person = session.status === 'signed-in' ? session.session.person : undefined
  const { state, load, show } = useOwnThread(person?.id ?? 'guest')
  useEffect(() => onReturned(show), [show])
  if (state.kind === 'open') {
    return (
      <OpenThread
        key={state.thread.id}
        thread={state.thread}
        conversation={state.conversation}
        personId={person?.id ?? null}
        reload={() => void load()}
        Button={Button}
      />
    )
  }
  return <WithoutThread state={state} onStarted={show} onRetry={() => void load()} Button={Button} />
}

interface WithoutThreadProps extends ChatWidgetProps {
  state: Exclude<OwnThreadState, { kind: 'open' }>
  onStarted: (thread: ChatThread) => void
  onRetry: () => void
}

function WithoutThread({ state, onStarted, onRetry, Button }: WithoutThreadProps) {
  const window = useChatWindow()
  if (window === 'closed') return <Button unread={0} />
  const wait = (
    <div className="grid flex-1 place-items-center">
      <Spinner label="Loading…" />
    </div>
  )
  return (
    <ChatWindowFrame state={window}>
      {state.kind === 'failed' ? (
        <div className="p-4">
          <FailedState message={state.message} onRetry={onRetry} />
        </div>
      ) : state.kind === 'none' ? (
        <Suspense fallback={wait}>
          <StartChatForm onStarted={onStarted} />
        </Suspense>
      ) : (
        wait
      )}
    </ChatWindowFrame>
  )
}

interface OpenThreadProps extends ChatWidgetProps {
  thread: ChatThread
  conversation: Conversation
  personId: string | null
  reload: () => void
}

function OpenThread({ thread, conversation, personId, reload, Button }: OpenThreadProps) {
  const window = useChatWindow()
  const live = useThreadLive({ thread, conversation, personId, onStale: reload })
  const { items, personReadSeq } = useSyncExternalStore(conversation.subscribe, () => conversation.state)
  const unread = items.filter(({ sender, seq }) => sender === 'agent' && seq > personReadSeq).length
  if (window === 'closed') return <Button unread={unread} />
  return (
    <ChatWindowFrame state={window}>
      <ThreadView thread={thread} conversation={conversation} live={live} />
    </ChatWindowFrame>
  )
}
