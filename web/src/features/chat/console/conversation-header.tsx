import { type ChatConversation, emailTranscript, markChatUnread, updateChat } from '@exempta/contract/chat'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  Archive,
  ArchiveRestore,
  ArrowLeft,
  MailPlus,
  MailWarning,
  MoreHorizontal,
  PanelRight,
  UserCheck,
  UserMinus,
} from 'lucide-react'
import { errorText } from '../../../lib/api-error.ts'
import { routeMutation } from '../../../lib/query.ts'
import { useSessionState } from '../../../lib/session-store.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { PlainIconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { toast } from '../../../ui/toast.ts'

interface ConversationHeaderProps {
  chat: ChatConversation
  isConnected: boolean
  hasDetails: boolean
  onDetails: () => void
  onBack: () => void
  onMarkedUnread: () => void
}

export function ConversationHeader({
  chat,
  isConnected,
  hasDetails,
  onDetails,
  onBack,
  onMarkedUnread,
}: ConversationHeaderProps) {
  const client = useQueryClient()
  const onError = (error: Error) => toast.error(errorText(error))
  const change = useMutation({
    ...routeMutation(updateChat),
    onSuccess: () => client.invalidateQueries({ queryKey: ['chats'] }),
    onError,
  })
  const transcript = useMutation({
    ...routeMutation(emailTranscript),
    onSuccess: () => toast.success(`We’re emailing the transcript to ${chat.person.email}`),
    onError,
  })
  const unread = useMutation({
    ...routeMutation(markChatUnread),
    onSuccess: () => {
      onMarkedUnread()
      return client.invalidateQueries({ queryKey: ['chats'] })
    },
    onError,
  })
  const session = useSessionState()
  const isMine = session.status === 'signed-in' && chat.assignee?.id === session.session.person.id
  const params = { id: chat.id }
  const isOpen = chat.status === 'open'
  const isGuest = chat.person.userId === null
  const closeOrReopen = () => change.mutate({ params, body: { status: isOpen ? 'closed' : 'open' } })
  return (
    <header className="flex items-center gap-2 border-b border-line px-3 py-2.5">
      <PlainIconButton
        label="Back to the list"
        icon={<ArrowLeft aria-hidden />}
        onClick={onBack}
        className="md:hidden"
      />
      <div className="min-w-0 flex-1">
        <h2 className="flex items-center gap-2 font-semibold">
          <span className="truncate">{chat.person.name}</span>
          {isGuest && (
            <span className="max-sm:hidden">
              <Badge>Guest</Badge>
            </span>
          )}
          {!isOpen && <Badge tone="warning">Closed</Badge>}
        </h2>
        <p className="text-xs text-ink-muted sm:truncate">
          {isGuest && <span className="sm:hidden">Guest · </span>}
          {!isConnected
            ? 'Connecting…'
            : chat.kind === 'mail'
              ? `By email · ${chat.subject ?? ''}`
              : chat.person.isHere
                ? 'Online'
                : 'Offline: replies go by email'}
          {chat.assignee && ` · ${isMine ? 'Assigned to you' : `Assigned to ${chat.assignee.name}`}`}
        </p>
      </div>
      <Button
        variant="secondary"
        size="sm"
        isLoading={change.isPending}
        onClick={closeOrReopen}
        className="max-sm:hidden"
      >
        {isOpen ? 'Close' : 'Reopen'}
      </Button>
      <Menu
        trigger={<PlainIconButton label="More" icon={<MoreHorizontal aria-hidden />} />}
        items={[
          {
            label: isMine ? 'Unassign' : 'Assign to me',
            icon: isMine ? <UserMinus aria-hidden /> : <UserCheck aria-hidden />,
            onSelect: () => change.mutate({ params, body: { isMine: !isMine } }),
          },
          {
            label: 'Mark unread',
            icon: <MailWarning aria-hidden />,
            onSelect: () => unread.mutate({ params }),
          },
          {
            label: 'Email transcript',
            icon: <MailPlus aria-hidden />,
            onSelect: () => transcript.mutate({ params }),
          },
          {
            label: isOpen ? 'Close chat' : 'Reopen chat',
            icon: isOpen ? <Archive aria-hidden /> : <ArchiveRestore aria-hidden />,
            onSelect: closeOrReopen,
          },
        ]}
      />
      <PlainIconButton
        label={hasDetails ? 'Hide details' : 'Show details'}
        aria-pressed={hasDetails}
        icon={<PanelRight aria-hidden />}
        onClick={onDetails}
        className="2xl:hidden"
      />
    </header>
  )
}
