import type { ShareReceiver } from '@exempta/contract/shares'
import { X } from 'lucide-react'
import { ReceiverName, receiverName } from '../receiver-name.tsx'
import { receiverKey } from './chosen-receiver.ts'

interface ReceiverChipsProps {
  chosen: readonly ShareReceiver[]
  onRemove: (receiver: ShareReceiver) => void
}

export function ReceiverChips({ chosen, onRemove }: ReceiverChipsProps) {
  if (chosen.length === 0) return null
  return (
    <ul aria-label="Receivers" className="contents">
      {chosen.map((receiver) => (
        <li
          key={receiverKey(receiver)}
          className="inline-flex max-w-full items-center gap-1 rounded-full bg-accent-soft py-0.5 pr-0.5 pl-2.5 text-accent-ink"
        >
          <ReceiverName receiver={receiver} />
          <button
            type="button"
            aria-label={`Remove ${receiverName(receiver)}`}
            onClick={() => onRemove(receiver)}
            className="inline-flex size-6 shrink-0 items-center justify-center rounded-full hover:bg-accent/20"
          >
            <X aria-hidden className="size-3.5" />
          </button>
        </li>
      ))}
    </ul>
  )
}
