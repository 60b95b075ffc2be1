import { type CertificateRequest, requestStatusWords } from '@exempta/contract/requests'
import { stateNames } from '@exempta/contract/states'
import { formatDay } from '../../lib/format.ts'
import { CustomerLink } from '../../shared/customers/customer-link.tsx'
import { Badge, type Tone } from '../../ui/badge.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Clipped, RelativeTime, TextLink } from '../../ui/text.tsx'
import { type FollowUp, RequestActions } from './follow-up.tsx'
import { requestName } from './request-name.ts'

const tones: Record<CertificateRequest['status'], Tone> = {
  open: 'neutral',
  queued: 'info',
  kept: 'warning',
  sent: 'info',
  opened: 'info',
  received: 'warning',
  verified: 'success',
  rejected: 'danger',
  withdrawn: 'neutral',
  declined: 'neutral',
  bounced: 'danger',
  closed: 'neutral',
}

interface RowActions {
  isManager: boolean
  followUp: FollowUp
  onShow: (request: CertificateRequest) => void
}

export const requestColumns = ({ isManager, followUp, onShow }: RowActions): Column<CertificateRequest>[] => [
  {
    key: 'customer',
    header: 'Customer',
    isPrimary: true,
    cell: (request) => (
      <span className="block">
        {request.customerId ? (
          <CustomerLink customer={{ id: request.customerId, name: requestName(request) }} />
        ) : (
          requestName(request)
        )}
        {request.receivedId && request.kind !== 'standing' && (
          <TextLink to={`/business/documents/${request.receivedId}`} className="block text-xs font-normal">
            Open what came
          </TextLink>
        )}
        {request.email && request.email !== requestName(request) && (
          <span className="block text-xs font-normal text-ink-muted">
            <Clipped text={request.email} className="md:max-w-52" />
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'number',
    header: 'Number',
    isBlank: ({ customerReference }) => customerReference === null,
    cell: ({ customerReference }) =>
      customerReference && <Clipped text={customerReference} className="md:max-w-32" />,
  },
  { key: 'state', header: 'State', cell: ({ state }) => (state ? (stateNames[state] ?? state) : 'Any') },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status, kind, receivedCount, bounce, automaticAnswerAt }) => (
      <span className="grid justify-items-start gap-1">
        <Badge tone={tones[status]}>{requestStatusWords[status]}</Badge>
        {status === 'kept' && (
          <span className="text-sm text-ink-muted">Not sent: no mail server is set up</span>
        )}
        {bounce && <span className="text-sm text-danger-ink">Couldn’t be delivered: {bounce}.</span>}
        {automaticAnswerAt && (
          <span className="text-sm text-ink-muted">
            An automatic answer came on {formatDay(automaticAnswerAt.slice(0, 10))}.
          </span>
        )}
        {kind === 'standing' && (
          <span className="text-sm text-ink-muted">{receivedCount.toLocaleString('en-US')} received</span>
        )}
      </span>
    ),
  },
  {
    key: 'created',
    header: 'Asked',
    cell: ({ createdAt }) => <span className="whitespace-nowrap">{formatDay(createdAt.slice(0, 10))}</span>,
  },
  {
    key: 'reminded',
    header: 'Last reminder',
    isBlank: ({ remindedAt }) => remindedAt === null,
    cell: ({ remindedAt, reminders }) =>
      remindedAt && (
        <span className="grid">
          <RelativeTime at={remindedAt} />
          <span className="text-xs text-ink-muted">
            {reminders === 1 ? '1 reminder' : `${reminders} reminders`}
          </span>
        </span>
      ),
  },
  {
    key: 'actions',
    header: 'Actions',
    align: 'right',
    cell: (request) => (
      <RequestActions
        request={request}
        isManager={isManager}
        followUp={followUp}
        onShow={() => onShow(request)}
      />
    ),
  },
]
