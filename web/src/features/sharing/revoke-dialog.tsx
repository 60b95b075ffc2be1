import { revokeShares, type Share } from '@exempta/contract/sharing'
import { call } from '../../lib/api.ts'
import { formatDay } from '../../lib/format.ts'
import { queryClient } from '../../lib/query.ts'
import { ConfirmDialog } from '../../ui/dialogs.tsx'
import { toast } from '../../ui/toast.ts'
import { recipientName } from './share-words.tsx'

/** Documents name whom they are shared with, so they are out of date too. */
export async function refreshShares(): Promise<void> {
  await Promise.all(
    ['shares', 'documents'].map((topic) => queryClient.invalidateQueries({ queryKey: [topic] })),
  )
}

interface RevokeDialogProps {
  /** The shares in question; none while nothing is asked. */
  shares: readonly Share[]
  onClose: () => void
  onRevoked?: () => void
}

const named = 5

export function RevokeDialog({ shares, onClose, onRevoked }: RevokeDialogProps) {
  const [only, ...others] = shares
  async function revoke() {
    const { revoked } = await call(revokeShares, { body: { ids: shares.map(({ id }) => id) } })
    toast.success(
      only && others.length === 0
        ? `${recipientName(only.receiver)} can no longer open ${only.document.name}.`
        : `Revoked ${revoked.toLocaleString()} shares.`,
    )
    await refreshShares()
    onRevoked?.()
  }
  return (
    <ConfirmDialog
      isOpen={only !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Stop sharing"
      question="Recipients lose access right away, even on pages they have open. You can share again later."
      subject={
        <ul className="grid gap-1">
          {shares.slice(0, named).map(({ id, receiver: recipient, document, kept }) => (
            <li key={id} className="[overflow-wrap:anywhere]">
              {recipientName(recipient)} <span className="font-normal text-ink-muted">· {document.name}</span>
              {kept && <p>May keep a copy until {formatDay(kept.until)}</p>}
            </li>
          ))}
          {shares.length > named && (
            <li className="font-normal text-ink-muted">and {shares.length - named} more</li>
          )}
        </ul>
      }
      confirmLabel={shares.length > 1 ? `Revoke ${shares.length} shares` : 'Revoke'}
      onConfirm={revoke}
    />
  )
}
