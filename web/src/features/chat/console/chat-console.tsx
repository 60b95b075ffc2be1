import { chatFilters, listChats, setAway } from '@exempta/contract/chat'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleUser, MessagesSquare, Moon, Volume2, VolumeX } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { classNames } from '../../../lib/class-names.ts'
import { useHotkey } from '../../../lib/hooks.ts'
import { useAddressParams, useList } from '../../../lib/list.ts'
import { pageMeta } from '../../../lib/page-meta.ts'
import { routeMutation } from '../../../lib/query.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState } from '../../../ui/page-states.tsx'
import { toast } from '../../../ui/toast.ts'
import { isMuted, playChime, setMuted, useAgentPresence } from '../agent-alerts.tsx'
import { ConversationPane } from './conversation-pane.tsx'
import { SessionList } from './session-list.tsx'

export const meta = pageMeta('Chat Sessions')

export default function ChatsPage() {
  return <ChatConsole />
}

/** Which agents are online, how many chats wait, whether this agent is away, and whether the sound is on. */
function ConsoleTools() {
  const [isQuiet, setQuiet] = useState(isMuted)
  const { agents = [], unread = 0, isAway = false } = useAgentPresence() ?? {}
  const client = useQueryClient()
  const away = useMutation({
    ...routeMutation(setAway),
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: ['chats'] }),
  })
  return (
    <div className="flex flex-wrap items-center gap-2">
      {unread > 0 && <Badge tone="danger">{unread > 99 ? '99+' : unread} unread</Badge>}
      {agents.length > 0 && (
        <Badge tone="success">
          {agents.length === 1 ? `${agents[0]?.name} is online` : `${agents.length} agents are online`}
        </Badge>
      )}
      <Button
        variant="secondary"
        size="sm"
        aria-pressed={isAway}
        isLoading={away.isPending}
        onClick={() => away.mutate({ body: { isAway: !isAway } })}
      >
        {isAway ? <Moon aria-hidden className="size-4" /> : <CircleUser aria-hidden className="size-4" />}
        {isAway ? 'You’re away' : 'Set to away'}
      </Button>
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
function ChatConsole() {
  const list = useList(listChats, {
    filters: { show: chatFilters },
    input: ({ search, filters, cursor }) => ({
      query: { show: filters.show ?? 'open', ...(search && { search }), ...(cursor && { cursor }) },
    }),
  })
  const { params, set } = useAddressParams()
  const chosen = params.get('chat') ?? undefined
  // A conversation that J or K only passes by stays unread until the agent turns to it.
  const [passing, setPassing] = useState<string>()

  const choose = (id: string | undefined) => {
    setPassing(undefined)
    set('chat', id)
  }
  const move = (step: 1 | -1) => {
    const items = list.rows ?? []
    const at = items.findIndex(({ id }) => id === chosen)
    const next = items[at < 0 ? 0 : Math.min(Math.max(at + step, 0), items.length - 1)]
    if (!next || next.id === chosen) return
    setPassing(next.id)
    set('chat', next.id)
  }
  useHotkey('j', () => move(1))
  useHotkey('k', () => move(-1))

  return (
    <>
      <PageHeader title="Chat Sessions" actions={<ConsoleTools />} />
      <div className="flex h-[calc(100dvh-12rem)] min-h-[30rem] overflow-hidden rounded-card border border-line bg-surface">
        <div
          className={classNames(
            'flex w-full shrink-0 flex-col border-line md:w-72 md:border-r',
            chosen && 'max-md:hidden',
          )}
        >
          <SessionList list={list} chosen={chosen} onChoose={choose} />
        </div>
        <div className={classNames('min-w-0 flex-1', !chosen && 'max-md:hidden')}>
          {chosen ? (
            <ConversationPane
              key={chosen}
              id={chosen}
              isPassing={passing === chosen}
              onStay={() => setPassing(undefined)}
              onChoose={choose}
            />
          ) : (
            <div className="grid h-full place-items-center">
              <EmptyState icon={<MessagesSquare aria-hidden />} title="Select a chat to start messaging">
                Press J and K to look through the sessions. They stay unread until you click or start typing.
              </EmptyState>
            </div>
          )}
        </div>
      </div>
    </>
  )
}
