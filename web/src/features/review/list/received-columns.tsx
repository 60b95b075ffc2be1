import type { ReceivedDocument } from '@exempta/contract/review'
import { stateNames } from '@exempta/contract/states'
import { Check, Download, Eye, X } from 'lucide-react'
import { Link } from 'react-router'
import { classNames } from '../../../lib/class-names.ts'
import { formatDay, today } from '../../../lib/format.ts'
import { downloadDocument } from '../../../shared/document-files.ts'
import { correctedWords } from '../../../shared/document-marks.tsx'
import { DocumentThumbnail } from '../../../shared/document-pictures.tsx'
import { StatusBadge } from '../../../ui/badge.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { IconButton, IconLink } from '../../../ui/icon-button.tsx'
import { Clipped, RelativeTime } from '../../../ui/text.tsx'

interface RowActions {
  canReview: boolean
  addressOf: (row: ReceivedDocument) => string
  onVerify: (row: ReceivedDocument) => void
  onReject: (row: ReceivedDocument) => void
}

function RowActions({
  row,
  canReview,
  addressOf,
  onVerify,
  onReject,
}: RowActions & { row: ReceivedDocument }) {
  const { document, status, canDownload } = row
  return (
    // All four fit beside the other columns on a laptop.
    <span className="-ml-2 inline-flex md:ml-0 md:max-2xl:[&_:is(a,button)]:size-8">
      <IconLink label={`View ${document.name}`} icon={<Eye aria-hidden />} to={addressOf(row)} />
      {canDownload && (
        <IconButton
          label={`Download ${document.name}`}
          icon={<Download aria-hidden />}
          onClick={() => void downloadDocument(document.id)}
        />
      )}
      {canReview && status === 'pending' && (
        <>
          <IconButton
            label={`Verify ${document.name}`}
            icon={<Check aria-hidden />}
            onClick={() => onVerify(row)}
          />
          <IconButton
            label={`Reject ${document.name}`}
            icon={<X aria-hidden />}
            tone="danger"
            onClick={() => onReject(row)}
          />
        </>
      )}
    </span>
  )
}

export const receivedColumns = (actions: RowActions & { canSort: boolean }): Column<ReceivedDocument>[] => [
  {
    key: 'document',
    header: 'Document',
    isPrimary: true,
    cell: (row) => <NameCell row={row} address={actions.addressOf(row)} />,
  },
  { key: 'user', header: 'User', cell: UserCell },
  { key: 'certificate', header: 'Certificate', cell: CertificateCell, isBlank: isUnconfirmed },
  { key: 'date', header: 'Date Received', isSortable: actions.canSort, cell: DateCell },
  { key: 'status', header: 'Status', cell: StatusCell },
  { key: 'actions', header: 'Actions', align: 'right', cell: (row) => <RowActions row={row} {...actions} /> },
]

const NameCell = ({
  row: { id, document, replaces },
  address,
}: {
  row: ReceivedDocument
  address: string
}) => (
  <span className="flex items-center gap-3">
    <DocumentThumbnail {...document} />
    <span className="grid min-w-0 grid-cols-[minmax(0,1fr)] justify-items-start md:max-w-72 md:min-w-40 2xl:min-w-48">
      <Link
        to={address}
        prefetch="intent"
        data-row={id}
        title={document.name}
        className="rounded-sm text-left [overflow-wrap:anywhere] hover:underline md:line-clamp-1 md:max-w-full"
      >
        {document.name}
      </Link>
      <span className="text-xs font-normal text-ink-muted md:group-data-compact/table:hidden">
        {document.pageCount === 1 ? '1 page' : `${document.pageCount} pages`}
      </span>
      {replaces && (
        <span className="text-xs font-normal text-ink-muted [overflow-wrap:anywhere]">
          {correctedWords(replaces)}
        </span>
      )}
    </span>
  </span>
)

const UserCell = ({ user }: ReceivedDocument) => (
  <span className="block">
    <Clipped text={user.name} className="md:max-w-36 2xl:max-w-56" />
    <span className="block text-xs text-ink-muted">
      <Clipped text={user.email} className="md:max-w-36 2xl:max-w-56" />
    </span>
  </span>
)

const isUnconfirmed = ({ exemption }: ReceivedDocument) => exemption === null

const None = () => (
  <span className="text-ink-muted">
    <span aria-hidden>–</span>
    <span className="sr-only">None</span>
  </span>
)

const shownStates = 2

/** `ST-120 · NY, NJ +3`, then its end. */
const CertificateCell = ({ exemption }: ReceivedDocument) => {
  if (!exemption) return <None />
  const { form, states, expiresOn } = exemption
  const letters = states.slice(0, shownStates).map(({ state }) => state)
  const more = states.length - shownStates
  const numbers = states.flatMap(({ number }) => number ?? [])
  return (
    <span
      className="block"
      title={[states.map(({ state }) => stateNames[state] ?? state).join(', '), ...numbers].join(' · ')}
    >
      <Clipped
        text={[form ?? 'Other form', letters.join(', ') + (more > 0 ? ` +${more}` : '')]
          .filter(Boolean)
          .join(' · ')}
        className="md:max-w-44 2xl:max-w-64"
      />
      <span className="flex gap-2 text-xs whitespace-nowrap text-ink-muted tabular-nums">
        {numbers[0] && (
          <Clipped
            text={numbers[0]}
            className={classNames('md:max-w-24 2xl:max-w-40', expiresOn && 'md:max-2xl:hidden')}
          />
        )}
        <End of={expiresOn} />
      </span>
    </span>
  )
}

const End = ({ of: expiresOn }: { of: string | null }) => {
  if (!expiresOn) return null
  const isExpired = expiresOn < today()
  return (
    <span className={isExpired ? 'font-medium text-danger' : undefined}>
      {isExpired ? 'Expired' : 'Expires'} {formatDay(expiresOn)}
    </span>
  )
}

const DateCell = ({ receivedAt, reviewedAt, status }: ReceivedDocument) => (
  <span className="grid gap-0.5 2xl:whitespace-nowrap">
    <RelativeTime at={receivedAt} />
    {reviewedAt && (
      <span className="text-xs text-ink-muted md:max-2xl:hidden">
        {status === 'verified' ? 'Verified' : 'Rejected'} <RelativeTime at={reviewedAt} />
      </span>
    )}
  </span>
)

/** The status, then the team member who looks after it or has decided, or that nobody has looked at it yet. */
const StatusCell = ({ status, assignee, reviewer, firstViewedAt }: ReceivedDocument) => {
  const isPending = status === 'pending'
  const who = isPending ? assignee && `Assigned to ${assignee.name}` : reviewer && `by ${reviewer}`
  const isUnopened = isPending && !firstViewedAt
  return (
    <span className="grid justify-items-start gap-0.5">
      <StatusBadge status={status} />
      {who && (
        <span className="text-xs text-ink-muted">
          <Clipped text={who} className="md:max-w-36" />
        </span>
      )}
      {isUnopened && <span className="text-xs whitespace-nowrap text-ink-muted">Not opened yet</span>}
    </span>
  )
}
