import type { ChatConversation } from '@exempta/contract/chat'
import { FileText } from 'lucide-react'
import { Avatar } from '../../../ui/avatar.tsx'
import { StatusBadge } from '../../../ui/badge.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { RelativeTime } from '../../../ui/text.tsx'

interface PersonPanelProps {
  chat: ChatConversation
  onChoose: (id: string) => void
}

/** Who writes: the account, and of documents names and states alone. */
export function PersonPanel({ chat, onChoose }: PersonPanelProps) {
  const { person, account, otherThreads } = chat
  return (
    <div className="grid grid-cols-1 gap-6 p-4 text-sm">
      <div className="grid grid-cols-1 justify-items-center gap-2 text-center">
        <Avatar id={person.userId ?? person.email} name={person.name} size="lg" />
        <p className="font-semibold break-words">{person.name}</p>
        <p className="max-w-full break-all text-ink-muted">{person.email}</p>
        {!account && (
          <p className="text-xs text-ink-muted">Guest. This email address hasn’t been confirmed.</p>
        )}
      </div>
      {account && (
        <Facts
          layout="rows"
          facts={[
            { label: 'Role', value: account.business ? `Business · ${account.business}` : account.role },
            { label: 'Status', value: <StatusBadge status={account.status} /> },
            { label: 'Member since', value: new Date(account.createdAt).toLocaleDateString() },
            {
              label: 'Last login',
              value: account.lastLoginAt ? <RelativeTime at={account.lastLoginAt} /> : 'Never',
            },
          ]}
        />
      )}
      {account && (
        <section className="grid grid-cols-1 gap-2">
          <h3 className="font-semibold">Documents ({account.documentCount})</h3>
          {account.documents.length === 0 && <p className="text-ink-muted">None yet.</p>}
          <ul className="grid grid-cols-1 gap-2">
            {account.documents.map((document) => (
              <li key={document.id} className="flex items-center gap-2">
                <FileText aria-hidden className="size-4 shrink-0 text-ink-muted" />
                <span className="min-w-0 flex-1 truncate" title={document.name}>
                  {document.name}
                </span>
                <StatusBadge status={document.status} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {otherThreads.length > 0 && (
        <section className="grid grid-cols-1 gap-2">
          <h3 className="font-semibold">Other conversations with this address</h3>
          <ul className="grid grid-cols-1 gap-1">
            {otherThreads.map((thread) => (
              <li key={thread.id}>
                <button
                  type="button"
                  onClick={() => onChoose(thread.id)}
                  className="flex w-full justify-between gap-2 rounded-control px-2 py-1.5 text-left hover:bg-subtle"
                >
                  <span className="truncate">{thread.subject ?? 'Chat'}</span>
                  <span className="shrink-0 text-xs text-ink-muted">
                    <RelativeTime at={thread.createdAt} />
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
