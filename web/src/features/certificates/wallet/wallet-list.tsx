import {
  type CertificateStatus,
  certificateStatusWords,
  listWallet,
  type WalletEntry,
} from '@exempta/contract/certificates/wallet'
import {
  BadgeCheck,
  CircleCheck,
  Clock,
  type LucideIcon,
  TimerOff,
  TriangleAlert,
  Upload,
} from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatDay } from '../../../lib/format.ts'
import { useList } from '../../../lib/list.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { DocumentThumbnail } from '../../../shared/document-pictures.tsx'
import { ToConfirm } from '../../../shared/to-confirm.tsx'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { ListFilter, ListView } from '../../../ui/list-view.tsx'
import { SectionSpinner } from '../../../ui/loading.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState } from '../../../ui/page-states.tsx'
import { TextLink } from '../../../ui/text.tsx'

const WhereCovered = onDemand(
  async () => (await import('./where-covered.tsx')).WhereCovered,
  <SectionSpinner />,
)

const title = 'Wallet'

export const meta = pageMeta(title)

export default function WalletPage() {
  const [hasCertificates, setHasCertificates] = useState(false)
  return (
    <>
      <PageHeader
        title={title}
        description="Your confirmed certificates: renew them, fill them in for other sellers, and see where they cover you. Every file you uploaded is in My Documents."
        actions={
          <LinkButton to="/user/upload">
            <Upload aria-hidden className="size-4" />
            Upload Documents
          </LinkButton>
        }
      />
      <WalletList onLoaded={setHasCertificates} />
      {hasCertificates && (
        <section aria-labelledby="where-covered" className="mt-8 grid gap-3">
          <h2 id="where-covered" className="text-lg font-semibold">
            Where am I covered?
          </h2>
          <WhereCovered />
        </section>
      )}
    </>
  )
}

const HoldersDialog = onDemand(async () => (await import('./holders-dialog.tsx')).HoldersDialog)

/** Certificates by state: what each is good for, until when, and who has it. */
function WalletList({ onLoaded }: { onLoaded: (hasCertificates: boolean) => void }) {
  const [held, setHeld] = useState<WalletEntry['document']>()
  const list = useList(listWallet, {
    filters: { state: /^[A-Z]{2}$/ },
    input: ({ filters: { state }, cursor }) => ({ query: { state, cursor } }),
  })
  const stateOptions = (list.page?.states ?? []).map(({ code, name }) => ({ value: code, label: name }))
  const isEmpty = list.page?.states.length === 0 && !list.isNarrowed
  const hasCertificates = (list.page?.states.length ?? 0) > 0
  useEffect(() => onLoaded(hasCertificates), [onLoaded, hasCertificates])
  return (
    <div className="grid gap-4">
      <ToConfirm count={list.page?.toConfirm ?? 0} />
      <ListView
        caption="Certificates"
        columns={columnsWith(setHeld)}
        {...list.view}
        rowId={({ id }) => id}
        toolbar={
          isEmpty ? null : (
            <ListFilter list={list} name="state" label="State" allLabel="All States" options={stateOptions} />
          )
        }
        empty={
          list.isNarrowed ? (
            <EmptyState icon={<BadgeCheck aria-hidden />} title="No certificates for this state" />
          ) : (
            <EmptyState
              icon={<BadgeCheck aria-hidden />}
              title={list.page?.toConfirm ? 'No confirmed certificates yet' : 'Nothing here yet'}
              action={
                list.page?.toConfirm ? undefined : (
                  <LinkButton to="/user/upload">Upload your first certificate</LinkButton>
                )
              }
            >
              {list.page?.toConfirm
                ? 'Certificates appear here once you confirm them.'
                : 'Upload a certificate and confirm what we read.'}
            </EmptyState>
          )
        }
      />
      {held && <HoldersDialog document={held} onClose={() => setHeld(undefined)} />}
    </div>
  )
}

const statusLooks: Record<CertificateStatus, { tone: Tone; Icon: LucideIcon }> = {
  good: { tone: 'success', Icon: CircleCheck },
  'expires-soon': { tone: 'warning', Icon: Clock },
  expired: { tone: 'danger', Icon: TimerOff },
  check: { tone: 'warning', Icon: TriangleAlert },
}

function StatusChip({ status, notes }: WalletEntry) {
  const { tone, Icon } = statusLooks[status]
  return (
    <span className="grid justify-items-start gap-1">
      <Badge tone={tone} icon={<Icon aria-hidden />}>
        {certificateStatusWords[status]}
      </Badge>
      {status === 'check' && <span className="max-w-xs text-sm text-ink-muted">{notes[0]}</span>}
    </span>
  )
}

/** Forms are known by a code, such as 3372, or by a name. */
const formName = (name: string) => (/^[A-Z0-9][A-Z0-9 .-]*$/.test(name) ? `Form ${name}` : name)

const columnsWith = (onHolders: (document: WalletEntry['document']) => void): Column<WalletEntry>[] => [
  {
    key: 'certificate',
    header: 'Certificate',
    isPrimary: true,
    cell: ({ document, form, place, purchaser, seller }) => (
      <span className="flex items-center gap-3">
        <DocumentThumbnail {...document} />
        <span className="grid min-w-0 gap-0.5 [overflow-wrap:anywhere]">
          <TextLink to={`/user/documents/${document.id}`}>
            {form ? formName(form) : document.name} · {place}
          </TextLink>
          <span className="text-sm font-normal text-ink-muted">
            {purchaser}
            {seller && ` · only for purchases from ${seller}`}
          </span>
        </span>
      </span>
    ),
  },
  { key: 'status', header: 'Status', cell: StatusChip },
  {
    key: 'expires',
    header: 'Expires',
    cell: ({ expiresOn, form, status }) =>
      expiresOn ? (
        <span className="whitespace-nowrap">{formatDay(expiresOn)}</span>
      ) : (
        <span className="text-ink-muted">
          {form !== null && status === 'good' ? 'No expiration date' : 'Not stated'}
        </span>
      ),
  },
  {
    key: 'held',
    header: 'Held by',
    cell: ({ document, heldBy }) =>
      heldBy === 0 ? (
        <span className="text-ink-muted">No one</span>
      ) : (
        <Button
          variant="ghost"
          size="sm"
          className="-mx-3"
          aria-label={`Who holds ${document.name}`}
          onClick={() => onHolders(document)}
        >
          {heldBy === 1 ? '1 business' : `${heldBy.toLocaleString()} businesses`}
        </Button>
      ),
  },
  {
    key: 'actions',
    header: 'Actions',
    cell: ({ document, isRenewed, canFill }) => (
      <span className="flex flex-wrap gap-2">
        <LinkButton
          to={`/user/wallet/${document.id}/renew`}
          variant="secondary"
          size="sm"
          aria-label={`Renew ${document.name}`}
        >
          {isRenewed ? 'Renew again' : 'Renew'}
        </LinkButton>
        {canFill && (
          <LinkButton
            to={`/user/wallet/${document.id}/fill`}
            variant="secondary"
            size="sm"
            aria-label={`Fill in ${document.name} for another seller`}
          >
            Fill in for another seller
          </LinkButton>
        )}
      </span>
    ),
  },
]
