import type { AuditLogEntry } from '@exempta/contract/audit-log'
import { ListFilter } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Column } from '../../ui/data-table-types.ts'
import { EmailText } from '../../ui/email-text.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { actionWords, actorWords, shortId, targetKindWords, timesWords } from './entry-words.ts'

interface RowActs {
  onOpen: (row: AuditLogEntry) => void
  onActor: (id: string) => void
  onTarget: (id: string) => void
}

export const auditColumns = ({ onOpen, onActor, onTarget }: RowActs): Column<AuditLogEntry>[] => [
  {
    key: 'what',
    header: 'What',
    isPrimary: true,
    cell: (row) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <button type="button" onClick={() => onOpen(row)} className="rounded-sm text-left hover:underline">
          {actionWords(row.action)}
        </button>
        {row.result !== 'done' && <StatusBadge status={row.result} />}
        {timesWords(row) && <span className="text-sm text-ink-muted">{timesWords(row)}</span>}
      </span>
    ),
  },
  {
    key: 'who',
    header: 'Who',
    cell: ({ actor }) => (
      <Narrowing
        label={`Only acts of ${actorWords(actor)}`}
        onNarrow={actor.id ? onActor : undefined}
        id={actor.id}
      >
        {actorWords(actor)}
        <span className="text-xs text-ink-muted">
          {actor.email ? <EmailText of={actor.email} /> : actor.id && shortId(actor.id)}
        </span>
      </Narrowing>
    ),
  },
  {
    key: 'object',
    header: 'Object',
    cell: ({ target }) =>
      target ? (
        <Narrowing label={`Only this ${targetKindWords(target.kind)}`} onNarrow={onTarget} id={target.id}>
          {target.name ?? targetKindWords(target.kind)}
          <span className="text-xs text-ink-muted">
            {target.name ? targetKindWords(target.kind) : shortId(target.id)}
          </span>
        </Narrowing>
      ) : (
        <span className="text-ink-muted">None</span>
      ),
  },
  {
    key: 'from',
    header: 'From',
    cell: ({ ip, actor }) => (
      <span className="tabular-nums">
        {ip ?? <span className="text-ink-muted">{actor.kind === 'system' ? 'None' : 'Unknown'}</span>}
      </span>
    ),
  },
  {
    key: 'when',
    header: 'When',
    cell: ({ at }) => (
      <span className="whitespace-nowrap">
        <RelativeTime at={at} />
      </span>
    ),
  },
]

/** What a cell shows, and a button that shows nothing else. */
const Narrowing = ({
  label,
  id,
  onNarrow,
  children,
}: {
  label: string
  id: string | null
  onNarrow: ((id: string) => void) | undefined
  children: ReactNode
}) => (
  <span className="flex items-center justify-between gap-2">
    <span className="grid min-w-0 [overflow-wrap:anywhere]">{children}</span>
    {id && onNarrow && (
      <IconButton label={label} icon={<ListFilter aria-hidden />} onClick={() => onNarrow(id)} />
    )}
  </span>
)
