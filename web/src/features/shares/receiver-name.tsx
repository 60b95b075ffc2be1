import type { ShareReceiver } from '@exempta/contract/shares'
import { Mail } from 'lucide-react'
import { VerifiedMark } from '../../ui/verified-mark.tsx'

export const receiverName = (receiver: ShareReceiver) =>
  receiver.kind === 'business' ? receiver.name : receiver.address

export function ReceiverName({ receiver }: { receiver: ShareReceiver }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      {receiver.kind === 'email' && (
        <Mail role="img" aria-label="By email:" className="size-4 shrink-0 text-ink-muted" />
      )}
      <span className="min-w-0 [overflow-wrap:anywhere]">{receiverName(receiver)}</span>
      {receiver.kind === 'business' && receiver.isVerified && <VerifiedMark />}
    </span>
  )
}
