import {
  acceptReceivedEmail,
  discardReceivedEmail,
  emailStatusWords,
  getReceivedEmail,
  type ReceivedEmailDetails,
  waitingReasons,
} from '@exempta/contract/inbound'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { errorText } from '../../lib/api-error.ts'
import { bytesInWords, formatDayOf } from '../../lib/format.ts'
import { queryClient, routeQuery } from '../../lib/query.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { SlideOver } from '../../ui/dialogs.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { FailedState } from '../../ui/page-states.tsx'
import { TextLink } from '../../ui/text.tsx'
import { toast } from '../../ui/toast.ts'

/** One email, as text: nothing that its sender designed is shown. */
export function EmailView({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(routeQuery(getReceivedEmail, { params: { id } }))
  return (
    <SlideOver
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={data?.subject ?? 'Email'}
      footer={data?.status === 'waiting' && <Decision email={data} onDecided={onClose} />}
    >
      <div className="p-5">
        {error && !data ? (
          <FailedState message={errorText(error)} onRetry={() => void refetch()} />
        ) : data ? (
          <EmailDetails email={data} />
        ) : (
          <Skeleton className="h-64" label="Loading the email" />
        )}
      </div>
    </SlideOver>
  )
}

function Decision({
  email: { id, attachments },
  onDecided,
}: {
  email: ReceivedEmailDetails
  onDecided: () => void
}) {
  const [isBusy, setBusy] = useState<'add' | 'discard'>()
  const canAdd = attachments.some(({ refusal }) => refusal === null)

  async function decide(how: 'add' | 'discard') {
    setBusy(how)
    try {
      await call(how === 'add' ? acceptReceivedEmail : discardReceivedEmail, { params: { id } })
      toast.success(how === 'add' ? 'We’re reading the attachments.' : 'Discarded the email.')
      onDecided()
    } catch (error) {
      toast.error(errorText(error))
    } finally {
      setBusy(undefined)
      await queryClient.invalidateQueries({ queryKey: ['emails'] })
    }
  }

  return (
    <div className="flex flex-wrap gap-2">
      <Button
        variant="secondary"
        isLoading={isBusy === 'discard'}
        disabled={isBusy !== undefined}
        onClick={() => void decide('discard')}
      >
        Discard
      </Button>
      {canAdd && (
        <Button
          isLoading={isBusy === 'add'}
          disabled={isBusy !== undefined}
          onClick={() => void decide('add')}
        >
          Add the attachments
        </Button>
      )}
    </div>
  )
}

const checkWords = { pass: 'Passed', fail: 'Failed', none: 'No result' } as const

function EmailDetails({ email }: { email: ReceivedEmailDetails }) {
  const { status, reason, sender, arrivedAt, decidedAt, decidedBy } = email
  const { attachments, text, checks, importId, questions } = email
  return (
    <div className="grid gap-5">
      {reason && <Banner tone="warning">{waitingReasons[reason]}</Banner>}
      <Facts
        layout="rows"
        facts={[
          { label: 'From', value: sender ?? 'No sender' },
          { label: 'Arrived', value: formatDayOf(arrivedAt) },
          { label: 'Status', value: emailStatusWords[status] },
          ...(decidedAt
            ? [{ label: 'Decided', value: [formatDayOf(decidedAt), decidedBy].filter(Boolean).join(' by ') }]
            : []),
          { label: 'SPF', value: checkWords[checks.spf] },
          { label: 'DKIM', value: checkWords[checks.dkim] },
          { label: 'DMARC', value: checkWords[checks.dmarc] },
        ]}
      />
      <section className="grid gap-2">
        <h3 className="font-medium">Attachments</h3>
        {attachments.length === 0 ? (
          <p className="text-ink-muted">None</p>
        ) : (
          <ul aria-label="Attachments" className="grid gap-2">
            {attachments.map(({ name, sizeBytes, refusal }, at) => (
              // Two attachments can have the same name.
              // biome-ignore lint/suspicious/noArrayIndexKey: their order never changes
              <li key={at} className="grid [overflow-wrap:anywhere]">
                <span>
                  {name} <span className="text-ink-muted">{bytesInWords(sizeBytes)}</span>
                </span>
                {refusal && <span className="text-danger-ink">{refusal}</span>}
              </li>
            ))}
          </ul>
        )}
        {importId && (
          <TextLink to={`/business/archive?id=${importId}`}>
            {questions > 0 ? 'Answer the questions about them' : 'See what became of them'}
          </TextLink>
        )}
      </section>
      {text && (
        <section className="grid gap-2">
          <h3 className="font-medium">Text</h3>
          <p className="rounded-card border border-line p-3 whitespace-pre-line [overflow-wrap:anywhere]">
            {text}
          </p>
        </section>
      )}
    </div>
  )
}
