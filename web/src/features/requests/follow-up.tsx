import {
  type CertificateRequest,
  closeRequests,
  type Emailed,
  notEmailedWords,
  remindRequests,
  resendRequests,
} from '@exempta/contract/requests'
import { BellRing, EllipsisVertical, QrCode, RotateCw, X } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { errorText } from '../../lib/api-error.ts'
import { BulkBar } from '../../ui/bulk-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs.tsx'
import { PlainIconButton } from '../../ui/icon-button.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.ts'
import { refreshRequests } from './refresh.ts'
import { requestName } from './request-name.ts'

const counted = (count: number) => (count === 1 ? '1 customer' : `${count} customers`)

/** The server leaves out whom an email would annoy or can’t reach, so the words name them. */
function sayEmailed(verb: 'reminding' | 'emailing', { count, left }: Emailed) {
  const others = left.map((one) => `${counted(one.count)} ${notEmailedWords[one.reason]}`).join(', ')
  if (count === 0) toast.info(`We’re not ${verb} anyone: ${others}.`)
  else toast.success(`We’re ${verb} ${counted(count)}.${others && ` Left out: ${others}.`}`)
}

/** Reminding, emailing again and canceling, for one request or for several. Canceling asks first. */
export function useFollowUp() {
  const [isBusy, setBusy] = useState(false)
  const [canceling, setCanceling] = useState<{ chosen: readonly CertificateRequest[]; onDone: () => void }>()

  async function email(
    verb: 'reminding' | 'emailing',
    chosen: readonly CertificateRequest[],
    onDone = () => {},
  ) {
    setBusy(true)
    try {
      const body = { ids: chosen.map(({ id }) => id) }
      sayEmailed(verb, await call(verb === 'reminding' ? remindRequests : resendRequests, { body }))
      onDone()
      await refreshRequests()
    } catch (error) {
      toast.error(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  const subject = canceling?.chosen.map(requestName).slice(0, 5).join(', ')
  const more = (canceling?.chosen.length ?? 0) - 5
  return {
    isBusy,
    remind: (chosen: readonly CertificateRequest[], onDone?: () => void) =>
      void email('reminding', chosen, onDone),
    resend: (chosen: readonly CertificateRequest[], onDone?: () => void) =>
      void email('emailing', chosen, onDone),
    cancel: (chosen: readonly CertificateRequest[], onDone = () => {}) => setCanceling({ chosen, onDone }),
    dialog: (
      <ConfirmDialog
        isOpen={canceling !== undefined}
        onOpenChange={() => setCanceling(undefined)}
        title={canceling?.chosen.length === 1 ? 'Cancel Request' : 'Cancel Requests'}
        question="The link and the QR code stop working, and we send no more reminders. You keep what you received."
        subject={more > 0 ? `${subject} and ${more} more` : subject}
        confirmLabel="Cancel request"
        cancelLabel="Keep"
        onConfirm={async () => {
          if (!canceling) return
          const { closed } = await call(closeRequests, {
            body: { ids: canceling.chosen.map(({ id }) => id) },
          })
          await refreshRequests()
          toast.success(closed === 1 ? 'Canceled the request.' : `Canceled ${closed} requests.`)
          canceling.onDone()
        }}
      />
    ),
  }
}

export type FollowUp = ReturnType<typeof useFollowUp>

const isAnswered = ({ receivedAt, status, closedAt }: CertificateRequest) =>
  receivedAt !== null || status === 'declined' || closedAt !== null

interface RowActionsProps {
  request: CertificateRequest
  isManager: boolean
  followUp: FollowUp
  onShow: () => void
}

/** What can be done with one request, and nothing that would be refused for good. */
export function RequestActions({ request, isManager, followUp, onShow }: RowActionsProps) {
  if (request.closedAt) return null
  const isEmailed = request.email !== null && request.sentAt !== null && !isAnswered(request)
  const items: MenuItem[] = [
    ...(isEmailed
      ? [
          { label: 'Remind', icon: <BellRing aria-hidden />, onSelect: () => followUp.remind([request]) },
          { label: 'Resend', icon: <RotateCw aria-hidden />, onSelect: () => followUp.resend([request]) },
        ]
      : []),
    {
      label: 'Cancel request',
      icon: <X aria-hidden />,
      tone: 'danger',
      startsGroup: isEmailed,
      onSelect: () => followUp.cancel([request]),
    },
  ]
  return (
    <span className="inline-flex items-center gap-1">
      <Button variant="secondary" size="sm" onClick={onShow}>
        <QrCode aria-hidden className="size-4" />
        Link
      </Button>
      {isManager && (
        <Menu
          trigger={
            <PlainIconButton
              size="sm"
              label={`More for ${requestName(request)}`}
              icon={<EllipsisVertical aria-hidden />}
            />
          }
          items={items}
        />
      )}
    </span>
  )
}

interface BulkProps {
  chosen: readonly CertificateRequest[]
  followUp: FollowUp
  onDone: () => void
}

export function BulkFollowUp({ chosen, followUp, onDone }: BulkProps) {
  return (
    <BulkBar count={chosen.length} onClear={onDone}>
      <Button size="sm" isLoading={followUp.isBusy} onClick={() => followUp.remind(chosen, onDone)}>
        <BellRing aria-hidden className="size-4" />
        Remind
      </Button>
      <Button
        variant="secondary"
        size="sm"
        isLoading={followUp.isBusy}
        onClick={() => followUp.resend(chosen, onDone)}
      >
        <RotateCw aria-hidden className="size-4" />
        Resend
      </Button>
      <Button variant="secondary" size="sm" onClick={() => followUp.cancel(chosen, onDone)}>
        <X aria-hidden className="size-4 text-danger" />
        Cancel requests
      </Button>
    </BulkBar>
  )
}
