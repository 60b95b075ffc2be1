import {
  type CampaignDetails,
  campaignStatusWords,
  closeCampaign,
  downloadMissing,
  getCampaign,
  remindCampaign,
} from '@exempta/contract/requests/campaigns'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { addressOf, call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { routeQuery } from '../../../lib/query.ts'
import { useMembership } from '../../../lib/roles.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/dialogs.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { FailedState } from '../../../ui/page-states.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { toast } from '../../../ui/toast.ts'
import { refreshLists, refreshRequests } from '../refresh.ts'
import { RequestTable } from '../request-table.tsx'
import { DraftCampaign } from './draft-campaign.tsx'

const count = (value: number) => value.toLocaleString('en-US')

/** One list: what to fix before it is sent, and how far it has come after. */
export function CampaignView({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(routeQuery(getCampaign, { params: { id } }))
  const [isClosing, setClosing] = useState(false)
  const { isManager } = useMembership()
  return (
    <div className="grid gap-4">
      <div>
        <Button variant="ghost" size="sm" onClick={onClose}>
          <ArrowLeft aria-hidden className="size-4" />
          All lists
        </Button>
      </div>
      {error && !data ? (
        <FailedState message={errorText(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="h-64" label="Loading the list" />
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-3">
            <h2 className="text-xl font-semibold [overflow-wrap:anywhere]">{data.name}</h2>
            <Badge>{campaignStatusWords[data.status]}</Badge>
            {isManager && data.status !== 'closed' && (
              <Button variant="ghost" size="sm" onClick={() => setClosing(true)}>
                {data.status === 'draft' ? 'Delete' : 'Close'}
              </Button>
            )}
          </div>
          {data.status === 'draft' ? <DraftCampaign campaign={data} /> : <SentCampaign campaign={data} />}
        </>
      )}
      <ConfirmDialog
        isOpen={isClosing}
        onOpenChange={setClosing}
        title={data?.status === 'draft' ? 'Delete List' : 'Close List'}
        question={
          data?.status === 'draft'
            ? 'Delete this list? Nothing was sent.'
            : 'Close this list? Its links stop working, and we send no more reminders. You keep what you received.'
        }
        subject={data?.name}
        confirmLabel={data?.status === 'draft' ? 'Delete' : 'Close'}
        onConfirm={async () => {
          // A draft is gone then, so the page must not ask for it again.
          onClose()
          await call(closeCampaign, { params: { id } })
          await refreshLists()
        }}
      />
    </div>
  )
}

const steps = [
  ['sent', 'Asked'],
  ['opened', 'Opened'],
  ['received', 'Received'],
  ['verified', 'Verified'],
  ['notExempt', 'Not exempt'],
  ['bounced', 'Not delivered'],
] as const satisfies readonly (readonly [keyof CampaignDetails['funnel'], string])[]

/** The figures follow what customers do. */
function SentCampaign({ campaign }: { campaign: CampaignDetails }) {
  const { id, good, funnel, status, canRemind } = campaign
  const { isManager } = useMembership()
  const [isSending, setSending] = useState(false)

  async function remind() {
    setSending(true)
    try {
      const { reminded } = await call(remindCampaign, { params: { id } })
      toast.success(`We’re reminding ${count(reminded)} customers.`)
      await refreshRequests()
    } catch (error) {
      toast.error(errorText(error))
    } finally {
      setSending(false)
    }
  }

  return (
    <>
      <Card
        title="Progress"
        description={
          status === 'sending'
            ? 'We send the requests at a steady pace, up to 5,000 a day.'
            : 'Reminders stop with any answer.'
        }
      >
        <ul className="grid gap-3">
          {steps.map(([key, label]) => (
            <li key={key}>
              <Progress
                label={label}
                percent={Math.round((100 * funnel[key]) / Math.max(good, 1))}
                detail={`${count(funnel[key])} of ${count(good)}`}
              />
            </li>
          ))}
        </ul>
        <div className="mt-5 flex flex-wrap gap-2">
          <a
            href={addressOf(downloadMissing, { params: { id } })}
            download
            className={buttonClass('secondary')}
          >
            Download missing certificates
          </a>
          {isManager && canRemind > 0 && (
            <Button variant="secondary" isLoading={isSending} onClick={() => void remind()}>
              Remind {count(canRemind)} customers
            </Button>
          )}
        </div>
      </Card>
      <RequestTable campaignId={id} />
    </>
  )
}
