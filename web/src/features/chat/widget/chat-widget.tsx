import { type ChatThread, getChatStatus, startGuestChat } from '@exempta/contract/chat'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type ComponentType, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { call } from '../../../lib/api.ts'
import { type ChatWindow, setChatWindow, useChatWindow } from '../../../lib/chat-window.ts'
import { classNames } from '../../../lib/class-names.ts'
import { useSessionState } from '../../../lib/session-store.ts'
import { TrapField } from '../../../shared/bot-trap.tsx'
import { ContractForm } from '../../../ui/contract-form.tsx'
import { FormTextField } from '../../../ui/form-field.tsx'
import { Spinner } from '../../../ui/loading.tsx'
import { FailedState } from '../../../ui/page-states.tsx'
import type { Conversation } from '../conversation/conversation.ts'
import { onReturnedThread } from './return-to-chat.tsx'
import { ThreadView, useThreadLive } from './thread-view.tsx'
import { type OwnThreadState, useOwnThread } from './use-own-thread.ts'

const toolClass =
  'inline-flex size-9 items-center justify-center rounded-control text-white/80 hover:bg-white/10 hover:text-white focus-visible:outline-white [&_svg]:size-5'

const statusMs = 30_000

/** Whether an agent is online, asked again from time to time; undefined until it is known. */
function useIsAttended(): boolean | undefined {
  const [isAttended, setAttended] = useState<boolean>()
  useEffect(() => {
    const ask = () =>
      call(getChatStatus).then(
        (status) => setAttended(status.isAttended),
        // Not known: the usual words are shown until the next answer.
        () => setAttended(undefined),
      )
    void ask()
    const timer = setInterval(() => void ask(), statusMs)
    return () => clearInterval(timer)
  }, [])
  return isAttended
}

interface ChatWindowFrameProps {
  state: ChatWindow
  unread?: number
  isAttended?: boolean | undefined
  children: ReactNode
}

/** 24rem by 32rem, the whole screen on phones; minimised it is its header alone, with the number of unread answers. */
export function ChatWindowFrame({ state, unread = 0, isAttended, children }: ChatWindowFrameProps) {
  const isMinimised = state === 'minimised'
  const news = isMinimised && unread > 0 ? `, ${unread} unread` : ''
  return (
    <section
      aria-label="Live Support"
      onKeyDown={(event) => {
        if (event.key === 'Escape') setChatWindow('closed')
      }}
      className={classNames(
        'fixed z-40 flex animate-pop-in flex-col overflow-hidden border border-line bg-surface shadow-float',
        isMinimised
          ? 'right-4 bottom-4 w-[min(24rem,calc(100vw-2rem))] rounded-card'
          : 'inset-0 sm:inset-auto sm:right-4 sm:bottom-4 sm:h-[min(32rem,calc(100dvh-2rem))] sm:w-[24rem] sm:rounded-card',
      )}
    >
      <header className="flex shrink-0 items-center gap-2 bg-navy-900 py-3 pr-2 pl-4 text-white">
        <div className="min-w-0 flex-1">
          <h2 className="flex items-center gap-2 text-base leading-6 font-semibold">
            Live Support
            {news && (
              <span className="rounded-full bg-danger px-2 text-xs leading-5 text-on-danger tabular-nums">
                {unread > 99 ? '99+' : unread} unread
              </span>
            )}
          </h2>
          <p className="truncate text-xs text-white/80">
            {isAttended === false
              ? 'We’re offline right now. We’ll reply by email.'
              : 'We typically reply in a few minutes'}
          </p>
        </div>
        <button
          type="button"
          aria-label={isMinimised ? `Restore chat${news}` : 'Minimize chat'}
          onClick={() => setChatWindow(isMinimised ? 'open' : 'minimised')}
          className={toolClass}
        >
          {isMinimised ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
        </button>
        <button
          type="button"
          aria-label="Close chat"
          onClick={() => setChatWindow('closed')}
          className={toolClass}
        >
          <X aria-hidden />
        </button>
      </header>
      {!isMinimised && <div className="flex min-h-0 flex-1 flex-col">{children}</div>}
    </section>
  )
}

export function StartChatForm({ onStarted }: { onStarted: (thread: ChatThread) => void }) {
  return (
    <div className="grid min-h-0 flex-1 content-start gap-4 overflow-y-auto p-5">
      <p className="text-sm text-ink-muted">Tell us who you are. If we’re offline, we’ll reply by email.</p>
      <ContractForm
        schema={startGuestChat.body}
        defaultValues={{ name: '', email: '', website: '' }}
        submitLabel="Start Chat"
        onSubmit={async (body) => onStarted((await call(startGuestChat, { body })).thread)}
      >
        <FormTextField name="name" label="Name" autoComplete="name" />
        <FormTextField name="email" label="Email" type="email" autoComplete="email" />
        <TrapField />
      </ContractForm>
    </div>
  )
}

interface ChatWidgetProps {
  /** The closed button, which is on the page before this code is. */
  Button: ComponentType<{ unread: number }>
}

/** The window of live support, or its button with the number of answers not read. */
export function ChatWidget({ Button }: ChatWidgetProps) {
  const session = useSessionState()
  const person = session.status === 'signed-in' ? session.session.person : undefined
  const { state, load, show } = useOwnThread(person?.id ?? 'guest')
  useEffect(() => onReturnedThread(show), [show])
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
    <AttendedFrame state={window}>
      {state.kind === 'failed' ? (
        <div className="p-4">
          <FailedState message={state.message} onRetry={onRetry} />
        </div>
      ) : state.kind === 'none' ? (
        <StartChatForm onStarted={onStarted} />
      ) : (
        wait
      )}
    </AttendedFrame>
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
    <AttendedFrame state={window} unread={unread}>
      <ThreadView thread={thread} conversation={conversation} live={live} />
    </AttendedFrame>
  )
}

/** The window, which says whether anyone is there to answer. */
const AttendedFrame = (props: Omit<ChatWindowFrameProps, 'isAttended'>) => (
  <ChatWindowFrame {...props} isAttended={useIsAttended()} />
)
