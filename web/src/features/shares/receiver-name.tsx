import type { ShareReceiver } from '@exempta/contract/shares'
import { Mail } from 'lucide-react'
import { VerifiedMark } from '../../ui/verified-mark.tsx'

export const receiverName = (receiver: ShareReceiver) =>
  receiver.kind === 'business' ? receiver.name : receiver.address

export function ReceiverName({ receiver }: { receiver: ShareReceiver }) {
  return (
    <span className="[overflow-wrap:anywhere]">
      {receiver.kind === 'email' && (
        <Mail role="img" aria-label="By email:" className="mr-1.5 inline size-4 align-[-0.2em] opacity-70" />
      )}
      {receiverName(receiver)}
      {receiver.kind === 'business' && receiver.isVerified && <VerifiedMark />}
    </span>
  )
}
