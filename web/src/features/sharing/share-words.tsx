import { EmailAddress } from '@exempta/contract/people'
import type { RouteOutput } from '@exempta/contract/route'
import { isLiveShare, type Share, type ShareRecipient, type shareDocuments } from '@exempta/contract/sharing'
import { Mail } from 'lucide-react'
import { VerifiedMark } from '../../shared/document-marks.tsx'
import { StatusBadge } from '../../ui/badge.tsx'
import { RelativeTime } from '../../ui/text.tsx'

export const recipientName = (recipient: ShareRecipient) =>
  recipient.kind === 'business' ? recipient.name : recipient.address

export function RecipientName({ recipient }: { recipient: ShareRecipient }) {
  return (
    <span className="[overflow-wrap:anywhere]">
      {recipient.kind === 'email' && (
        <Mail role="img" aria-label="By email:" className="mr-1.5 inline size-4 align-[-0.2em] opacity-70" />
      )}
      {recipientName(recipient)}
      {recipient.kind === 'business' && recipient.isVerified && <VerifiedMark />}
    </span>
  )
}

/** A business reviews what it gets; of a link there is only to say whether it works. */
export function ShareStateBadge({
  share: { receiver: recipient, state },
}: {
  share: Pick<Share, 'receiver' | 'state'>
}) {
  return <StatusBadge status={recipient.kind === 'email' && isLiveShare(state) ? 'active' : state} />
}

const times = (count: number, one: string) =>
  count === 0 ? [] : [`${count.toLocaleString()} ${one}${count === 1 ? '' : 's'}`]

/** How often it was viewed and downloaded, and when last. */
export function ShareViews({
  share: { viewCount, downloadCount, lastViewedAt },
  label = 'Viewed',
}: {
  share: Share
  /** Says what the time means, where no column does. */
  label?: string
}) {
  if (!lastViewedAt) return <span className="whitespace-nowrap text-ink-muted">Not viewed yet</span>
  return (
    <>
      {label} <RelativeTime at={lastViewedAt} />
      <span className="text-ink-muted">
        {[...times(viewCount, 'view'), ...times(downloadCount, 'download')].map((words) => ` · ${words}`)}
      </span>
    </>
  )
}

/** Relative words would round a week down to six days. */
export const dayOf = (at: string) => new Date(at).toLocaleDateString(undefined, { dateStyle: 'medium' })

/** When it ends by itself; a business keeps what it has until it is revoked. */
export function ShareEnd({ share: { expiresAt, state } }: { share: Share }) {
  const over = state === 'expired' ? 'Expired' : 'Revoked'
  const words = !isLiveShare(state) ? over : expiresAt ? `Expires ${dayOf(expiresAt)}` : 'Until revoked'
  return <span className="whitespace-nowrap text-ink-muted">{words}</span>
}

const count = (amount: number, one: string) => `${amount.toLocaleString()} ${one}${amount === 1 ? '' : 's'}`

/** What was done, for the toast; documents that were already shared are mentioned separately. */
export function sharedWords(
  { created, reopened, unchanged }: RouteOutput<typeof shareDocuments>,
  documents: number,
  recipients: number,
): string {
  const whole = `${count(documents, 'document')} with ${count(recipients, 'recipient')}`
  if (created + reopened === 0) return `You already share ${whole}. Nothing changed.`
  const shared = created === 0 ? `Shared ${whole} again.` : `Shared ${whole}.`
  return unchanged === 0 ? shared : `${shared} ${unchanged.toLocaleString()} had already been shared.`
}

const between = /[\s,;<>]+/

/** The address that was typed, as the server writes it; undefined while it is none. */
export function addressIn(text: string): string | undefined {
  const parsed = EmailAddress.safeParse(text)
  return parsed.success ? parsed.data : undefined
}

/** The addresses in a list that was pasted, with names between them or without, each once. */
export function addressesIn(text: string): string[] {
  const found = text.split(between).flatMap((part) => addressIn(part) ?? [])
  return [...new Set(found)]
}
