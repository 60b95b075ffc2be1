import type { DocumentRecipient } from '@exempta/contract/documents'
import { texts } from '@exempta/contract/texts'
import { dateOf } from '../../../shared/document-marks.tsx'
import { StatusBadge } from '../../../ui/badge.tsx'

const shown = 2

/** Whom a document is shared with and what each decided, in a cell of a table. What was rejected comes first. */
export function Recipients({ recipients }: { recipients: readonly DocumentRecipient[] }) {
  if (recipients.length === 0) {
    return <span className="whitespace-nowrap text-ink-muted">{texts.documents.notShared}</span>
  }
  const ordered = [...recipients].sort((one, other) => Number(isRejected(other)) - Number(isRejected(one)))
  // Nothing that was rejected is left to "and more".
  const count = Math.max(shown, ordered.filter(isRejected).length)
  const rest = ordered.slice(count)
  return (
    <ul className="grid gap-1.5">
      {ordered.slice(0, count).map((recipient) => (
        <li key={recipient.shareId} className="grid justify-items-start gap-0.5">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
            <span className="[overflow-wrap:anywhere]">{recipient.name}</span>
            <OutcomeBadge recipient={recipient} />
          </span>
          {recipient.expiresAt && (
            <span className="text-xs text-ink-muted">Expires {dateOf(recipient.expiresAt)}</span>
          )}
          {recipient.rejectReason && (
            <span className="line-clamp-2 max-w-64 text-xs text-ink-muted [overflow-wrap:anywhere]">
              {recipient.rejectReason}
            </span>
          )}
        </li>
      ))}
      {rest.length > 0 && (
        <li title={rest.map(({ name }) => name).join(', ')} className="whitespace-nowrap text-ink-muted">
          and {rest.length} more
        </li>
      )}
    </ul>
  )
}

const isRejected = ({ state }: DocumentRecipient) => state === 'rejected'

/** A business reviews what it gets; an emailed link only works or doesn't. */
const OutcomeBadge = ({ recipient: { kind, state } }: { recipient: DocumentRecipient }) => (
  <StatusBadge status={kind === 'email' ? 'active' : state} />
)
