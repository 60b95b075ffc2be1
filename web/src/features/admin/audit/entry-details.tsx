import { type AuditLogEntry, actionWords } from '@exempta/contract/admin/audit'
import { StatusBadge } from '../../../ui/badge.tsx'
import { CopyId } from '../../../ui/copy-button.tsx'
import { SlideOver } from '../../../ui/dialogs.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { TextLink } from '../../../ui/text.tsx'
import { actorWords, detailWords, fieldWords, targetKindWords } from './audit-words.ts'

/** Everything that a row holds. */
export function EntryDetails({ entry, onClose }: { entry: AuditLogEntry; onClose: () => void }) {
  const { actor, target, details } = entry
  return (
    <SlideOver
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={actionWords(entry.action, entry.result)}
    >
      <div className="grid gap-6 p-5 [overflow-wrap:anywhere]">
        <Facts
          layout="rows"
          facts={[
            { label: 'Result', value: <StatusBadge status={entry.result} /> },
            {
              label: 'When',
              value: new Date(entry.at).toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'medium' }),
            },
            {
              label: 'Who',
              value: (
                <Named kind={actor.name === null ? '' : actor.kind} id={actor.id}>
                  {actorWords(actor)}
                </Named>
              ),
            },
            { label: 'Email', value: actor.email ?? 'None' },
            { label: 'Role at the time', value: actor.role ?? 'None' },
            { label: 'From', value: entry.ip ?? 'Unknown or erased' },
            {
              label: 'Object',
              value: target ? (
                <Named kind={target.name === null ? '' : target.kind} id={target.id}>
                  {target.name ?? targetKindWords(target.kind)}
                </Named>
              ) : (
                'None'
              ),
            },
            ...Object.entries(details)
              // Below, the changes say the same with their fields.
              .filter(([name]) => entry.changes.length === 0 || !['from', 'to'].includes(name))
              .map(([name, value]) => detailWords(name, value)),
          ]}
        />
        {entry.changes.length > 0 && (
          <section className="grid gap-2">
            <h2 className="font-semibold">Changes</h2>
            <ul className="grid gap-3">
              {entry.changes.map(({ field, before, after }) => (
                <li key={field} className="grid gap-0.5">
                  <span className="text-ink-muted">{fieldWords(field)}</span>
                  <span className="whitespace-pre-line">
                    <Value of={before} /> <span aria-hidden>→</span>
                    <span className="sr-only">changed to</span> <Value of={after} />
                  </span>
                </li>
              ))}
            </ul>
          </section>
        )}
        <section className="grid gap-2">
          <h2 className="font-semibold">IDs</h2>
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

const Id = ({ value }: { value: string | null }) =>
  value === null ? <span className="text-xs font-normal">None</span> : <CopyId id={value} />

const Value = ({ of: value }: { of: string | null }) =>
  value === null || value === '' ? <span className="text-ink-muted">empty</span> : <b>{value}</b>

const pages: Record<string, string> = {
  person: '/admin/users',
  business: '/admin/businesses',
  document: '/admin/documents',
}

/** Leads to the page of a person, business or document that still exists. */
function Named({ kind, id, children }: { kind: string; id: string | null; children: string }) {
  const page = pages[kind]
  return page && id ? <TextLink to={`${page}/${id}`}>{children}</TextLink> : children
}
