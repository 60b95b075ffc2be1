import { chatFilters, listChats } from '@exempta/contract/chat'
import { MessagesSquare, Volume2, VolumeX } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { useHotkey } from '../../../lib/hooks.ts'
import { useAddressParams, useList } from '../../../lib/list.ts'
import { Badge } from '../../../ui/badge.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState } from '../../../ui/page-states.tsx'
import { ConversationPane } from './conversation-pane.tsx'
import { SessionList } from './session-list.tsx'
import { isMuted, playChime, setMuted, useConsoleLive } from './use-console-live.ts'

interface ConsoleToolsProps {
  agents: readonly { id: string; name: string }[]
  unread: number
}

/** Which agents are online, how many chats wait, and whether the sound is on. */
function ConsoleTools({ agents, unread }: ConsoleToolsProps) {
  const [isQuiet, setQuiet] = useState(isMuted)
  return (
    <div className="flex flex-wrap items-center gap-2">
      {unread > 0 && <Badge tone="danger">{unread > 99 ? '99+' : unread} unread</Badge>}
      {agents.length > 0 && (
        <Badge tone="success">
          {agents.length === 1 ? `${agents[0]?.name} is online` : `${agents.length} agents are online`}
        </Badge>
      )}
      <IconButton
        label={isQuiet ? 'Turn sound on' : 'Turn sound off'}
        icon={isQuiet ? <VolumeX aria-hidden /> : <Volume2 aria-hidden />}
        onClick={() => {
          setMuted(!isQuiet)
          setQuiet(!isQuiet)
          if (isQuiet) playChime()
        }}
      />
    </div>
  )
}

/** Sessions on the left, the chosen one beside them; on phones one or the other. J and K move. */
export function ChatConsole() {
  const list = useList(listChats, {
    filters: { show: chatFilters },
    input: ({ search, filters, cursor }) => ({
      query: { show: filters.show ?? 'open', ...(search && { search }), ...(cursor && { cursor }) },
    }),
  })
  const { params, set } = useAddressParams()
  const chosen = params.get('chat') ?? undefined
  const { agents, unread } = useConsoleLive()

  const choose = (id: string | undefined) => set('chat', id)
  const move = (step: 1 | -1) => {
    const items = list.rows ?? []
    const at = items.findIndex(({ id }) => id === chosen)
    const next = items[at < 0 ? 0 : Math.min(Math.max(at + step, 0), items.length - 1)]
    if (next) choose(next.id)
  }
  useHotkey('j', () => move(1))
  useHotkey('k', () => move(-1))

  return (
    <>
      <PageHeader title="Chat Sessions" actions={<ConsoleTools agents={agents} unread={unread} />} />
      <div className="flex h-[calc(100dvh-12rem)] min-h-[30rem] overflow-hidden rounded-card border border-line bg-surface">
        <div
          className={classNames(
            'flex w-full shrink-0 flex-col border-line md:w-80 md:border-r',
            chosen && 'max-md:hidden',
          )}
        >
          <SessionList list={list} chosen={chosen} onChoose={choose} />
        </div>
        <div className={classNames('min-w-0 flex-1', !chosen && 'max-md:hidden')}>
          {chosen ? (
            <ConversationPane key={chosen} id={chosen} onChoose={choose} />
          ) : (
            <div className="grid h-full place-items-center">
              <EmptyState icon={<MessagesSquare aria-hidden />} title="Select a chat to start messaging">
                Press J and K to move through the sessions.
              </EmptyState>
            </div>
          )}
        </div>
      </div>
    </>
  )
}
