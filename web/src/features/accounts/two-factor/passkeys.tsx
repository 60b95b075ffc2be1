import type { Passkey } from '@exempta/contract/accounts/two-factor'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { onDemand } from '../../../lib/on-demand.tsx'
import { canUsePasskeys } from '../../../lib/passkeys.ts'
import { Button } from '../../../ui/button.tsx'
import { SettingRow } from '../../../ui/setting-row.tsx'
import { RelativeTime } from '../../../ui/text.tsx'

const AddPasskeyDialog = onDemand(async () => (await import('./passkey-dialogs.tsx')).AddPasskeyDialog)
const RemovePasskeyDialog = onDemand(async () => (await import('./passkey-dialogs.tsx')).RemovePasskeyDialog)

interface PasskeysRowProps {
  passkeys: readonly Passkey[]
  onChanged: () => Promise<void>
}

export function PasskeysRow({ passkeys, onChanged }: PasskeysRowProps) {
  const [isAdding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<Passkey>()
  const canAdd = canUsePasskeys()
  return (
    <SettingRow
      title="Passkeys"
      description={
        canAdd
          ? 'Use your fingerprint, face or a security key instead of a code.'
          : 'Use your fingerprint, face or a security key instead of a code. This browser doesn’t support passkeys.'
      }
      actions={
        canAdd && (
          <Button variant="secondary" onClick={() => setAdding(true)}>
            Add passkey
          </Button>
        )
      }
    >
      {passkeys.length > 0 && (
        <ul aria-label="Passkeys" className="divide-y divide-line rounded-control border border-line">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="flex items-center gap-3 px-3 py-2.5">
              <KeyRound aria-hidden className="size-4.5 shrink-0 text-ink-muted" />
              <div className="min-w-0 flex-1">
                <p className="font-medium break-words">{passkey.name}</p>
                <p className="text-xs text-ink-muted">
                  Added <RelativeTime at={passkey.createdAt} />
                  {passkey.lastUsedAt ? (
                    <>
                      , last used <RelativeTime at={passkey.lastUsedAt} />
                    </>
                  ) : (
                    ', never used'
                  )}
                </p>
              </div>
              <Button
                variant="ghost"
                size="sm"
                aria-label={`Remove ${passkey.name}`}
                onClick={() => setLeaving(passkey)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}

      {isAdding && <AddPasskeyDialog onClose={() => setAdding(false)} onChanged={onChanged} />}
      {leaving && (
        <RemovePasskeyDialog passkey={leaving} onClose={() => setLeaving(undefined)} onChanged={onChanged} />
      )}
    </SettingRow>
  )
}
