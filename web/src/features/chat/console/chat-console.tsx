import { type chatFilters, listChats } from '@exempta/contract/chat'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { MessagesSquare, Volume2, VolumeX } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { useAddressParams, useListState } from '../../../lib/list-state.ts'
import { routeQuery } from '../../../lib/query.ts'
import { useHotkey } from '../../../lib/use-hotkey.ts'
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

/** Which agents are here, how much waits, and whether it is heard. */
function ConsoleTools({ agents, unread }: ConsoleToolsProps) {
  const [isQuiet, setQuiet] = useState(isMuted)
  return (
    <div className="flex flex-wrap items-center gap-2">
      {unread > 0 && <Badge tone="danger">{unread > 99 ? '99+' : unread} unread</Badge>}
      {agents.length > 0 && (
        <Badge tone="success">
          {agents.length === 1 ? `${agents[0]?.name} is here` : `${agents.length} agents are here`}
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

const filters = { show: ['mine', 'unread', 'closed', 'all'] } as const

/** Sessions on the left, the chosen one beside them; on phones one or the other. J and K move. */
export function ChatConsole() {
  const list = useListState({ filters })
  const { params, set } = useAddressParams()
  const chosen = params.get('chat') ?? undefined
  const show = (list.filters.show ?? 'open') as (typeof chatFilters)[number]
  const query = {
    show,
    ...(list.search && { search: list.search }),
    ...(list.cursor && { cursor: list.cursor }),
  }
  const sessions = useQuery({ ...routeQuery(listChats, { query }), placeholderData: keepPreviousData })
  const { agents, unread } = useConsoleLive()

  const choose = (id: string | undefined) => set('chat', id)
  const move = (step: 1 | -1) => {
    const items = sessions.data?.items ?? []
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
          <SessionList list={list} sessions={sessions} show={show} chosen={chosen} onChoose={choose} />
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
