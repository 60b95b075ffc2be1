import { actionWords, listAuditLog } from '@exempta/contract/admin/audit'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../../lib/api-error.ts'
import { routeQuery } from '../../../lib/query.ts'
import { StatusBadge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { SectionSpinner } from '../../../ui/loading.tsx'
import { RelativeTime, TextLink } from '../../../ui/text.tsx'
import { actorWords } from './audit-words.ts'

const shownEntries = 10

interface AuditHistoryProps {
  title: string
  /** Entries by this person, or about this object. */
  of: { actorId: string } | { targetKind: 'person' | 'business' | 'document'; targetId: string }
  empty: string
}

/** The newest entries about one person or object, and the way to all of them in the audit log. */
export function AuditHistory({ title, of, empty }: AuditHistoryProps) {
  const { data, error } = useQuery(routeQuery(listAuditLog, { query: { ...of, limit: shownEntries } }))
  return (
    <Card
      title={title}
      actions={<TextLink to={`/admin/audit?${new URLSearchParams(of)}`}>See all</TextLink>}
      isFlush
    >
      {data ? (
        data.items.length === 0 ? (
          <p className="px-5 pb-5 text-ink-muted">{empty}</p>
        ) : (
          <ul aria-label={title} className="divide-y divide-line">
            {data.items.map((entry) => (
              <li key={entry.id} className="grid gap-0.5 px-5 py-2.5">
                <span className="flex flex-wrap items-center gap-2">
                  {actionWords(entry.action, entry.result)}
                  {entry.result !== 'done' && <StatusBadge status={entry.result} />}
                </span>
                <span className="text-xs text-ink-muted">
                  {'targetId' in of && `${actorWords(entry.actor)} · `}
                  <RelativeTime at={entry.at} />
                </span>
              </li>
            ))}
          </ul>
        )
      ) : error ? (
        <p className="px-5 pb-5 text-danger-ink">{errorText(error)}</p>
      ) : (
        <SectionSpinner />
      )}
    </Card>
  )
}
