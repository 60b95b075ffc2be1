import type { AuditLogEntry } from '@exempta/contract/admin/audit'
import { StatusBadge } from '../../../ui/badge.tsx'
import { SlideOver } from '../../../ui/dialogs.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { actionWords, actorWords, detailWords, targetKindWords } from './audit-words.ts'

/** Everything that a row holds. */
export function EntryDetails({ entry, onClose }: { entry: AuditLogEntry; onClose: () => void }) {
  const { actor, target, details } = entry
  return (
    <SlideOver isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={actionWords(entry.action)}>
      <div className="grid gap-6 p-5 [overflow-wrap:anywhere]">
        <Facts
          layout="rows"
          facts={[
            { label: 'Result', value: <StatusBadge status={entry.result} /> },
            {
              label: 'When',
              value: new Date(entry.at).toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'medium' }),
            },
            { label: 'Who', value: actorWords(actor) },
            { label: 'Email', value: actor.email ?? 'None' },
            { label: 'Role at the time', value: actor.role ?? 'None' },
            { label: 'From', value: entry.ip ?? 'Unknown or erased' },
            { label: 'Object', value: target ? (target.name ?? targetKindWords(target.kind)) : 'None' },
            ...Object.entries(details).map(([name, value]) => detailWords(name, value)),
          ]}
        />
        <section className="grid gap-2">
          <h2 className="font-semibold">Ids</h2>
          <p className="text-ink-muted">The log stores these IDs. Names are shown as long as they exist.</p>
          <Facts
            layout="rows"
            facts={[
              { label: 'Entry', value: <Id value={entry.id} /> },
              { label: 'Action', value: <Id value={entry.action} /> },
              { label: 'Person', value: <Id value={actor.id} /> },
              { label: 'Object', value: <Id value={target?.id ?? null} /> },
              { label: 'Request', value: <Id value={entry.requestId} /> },
            ]}
          />
        </section>
      </div>
    </SlideOver>
  )
}

const Id = ({ value }: { value: string | null }) => (
  <span className="font-mono text-xs font-normal">{value ?? 'None'}</span>
)
