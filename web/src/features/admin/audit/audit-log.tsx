import { type AuditLogEntry, actionWords, downloadAuditLog } from '@exempta/contract/admin/audit'
import { ListFilter, SearchX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { addressOf } from '../../../lib/api.ts'
import { ownTimeZone } from '../../../lib/format.ts'
import { pageMeta } from '../../../lib/page-meta.ts'
import { StatusBadge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { CopyId } from '../../../ui/copy-button.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { ExportLink } from '../../../ui/export-link.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { ListView } from '../../../ui/list-view.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState } from '../../../ui/page-states.tsx'
import { EmailText, RelativeTime, TextLink } from '../../../ui/text.tsx'
import { AuditFilters, AuditSearch, PressedFilters, useAuditLog } from './audit-filters.tsx'
import { actorWords, fieldWords, shortId, targetKindWords, timesWords } from './audit-words.ts'
import { EntryDetails } from './entry-details.tsx'
import { VerificationCard } from './verification-card.tsx'

const title = 'Audit Log'

export const meta = pageMeta(title)

export default function AuditPage() {
  return (
    <>
      <PageHeader title={title} description="Who did what, when and from where." />
      <AuditLog />
    </>
  )
}

/** Everything that was recorded, and whether the record is whole. */
function AuditLog() {
  const list = useAuditLog()
  const [opened, setOpened] = useState<AuditLogEntry>()
  return (
    <div className="grid gap-6">
      <VerificationCard />
      <div className="grid gap-4">
        <PressedFilters list={list} />
        {list.page?.isPartial && (
          <Banner tone="info">
            This search matches too much to look through all of it, so entries may be missing. Type more of
            the name, a whole email address or an ID.
          </Banner>
        )}
        <ListView
          caption="Audit Log"
          columns={auditColumns({
            onOpen: setOpened,
            onActor: (id) => list.setFilter('actorId', id),
            onTarget: (id) => list.setFilter('targetId', id),
          })}
          {...list.view}
          rowId={({ id }) => id}
          toolbar={
            <>
              <AuditSearch list={list} />
              <AuditFilters list={list} />
              <ExportLink
                href={addressOf(downloadAuditLog, {
                  query: { search: list.search, ...list.filters, timeZone: ownTimeZone() },
                })}
                className="sm:ml-auto"
              />
            </>
          }
          empty={
            <EmptyState icon={<SearchX aria-hidden />} title="No entries found.">
              {list.isNarrowed ? 'Try a different search or clear a filter.' : 'Activity appears here.'}
            </EmptyState>
          }
        />
      </div>
      {opened && <EntryDetails entry={opened} onClose={() => setOpened(undefined)} />}
    </div>
  )
}

interface RowActions {
  onOpen: (row: AuditLogEntry) => void
  onActor: (id: string) => void
  onTarget: (id: string) => void
}

const auditColumns = ({ onOpen, onActor, onTarget }: RowActions): Column<AuditLogEntry>[] => [
  {
    key: 'what',
    header: 'What',
    isPrimary: true,
    cell: (row) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <button type="button" onClick={() => onOpen(row)} className="rounded-sm text-left hover:underline">
          {actionWords(row.action, row.result)}
        </button>
        {row.result !== 'done' && <StatusBadge status={row.result} />}
        {row.changes.length > 0 && (
          <span className="text-sm text-ink-muted">
            {row.changes.map(({ field }) => fieldWords(field)).join(', ')}
          </span>
        )}
        {timesWords(row) && <span className="text-sm text-ink-muted">{timesWords(row)}</span>}
      </span>
    ),
  },
  {
    key: 'who',
    header: 'Who',
    cell: ({ actor }) => (
      <Narrowing
        label={`Only activity of ${actorWords(actor)}`}
        onNarrow={actor.id ? onActor : undefined}
        id={actor.id}
      >
        {actorWords(actor)}
        <span className="text-xs text-ink-muted">
          {actor.email ? (
            <EmailText of={actor.email} />
          ) : (
            actor.id && <CopyId id={actor.id}>{shortId(actor.id)}</CopyId>
          )}
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
          {target.kind === 'document' ? (
            <TextLink to={`/admin/documents/${target.id}`}>{target.name ?? 'Deleted document'}</TextLink>
          ) : (
            (target.name ?? targetKindWords(target.kind))
          )}
          <span className="text-xs text-ink-muted">
            {target.name && `${targetKindWords(target.kind)} · `}
            <CopyId id={target.id}>{shortId(target.id)}</CopyId>
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
