import { addPasskey, beginPasskey, type Passkey, removePasskey } from '@exempta/contract/passkeys'
import { PersonName } from '@exempta/contract/people'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { z } from 'zod'
import { call } from '../../../lib/api.ts'
import { canUsePasskeys, createPasskey } from '../../../lib/passkeys.ts'
import { Button } from '../../../ui/button.tsx'
import { ContractForm } from '../../../ui/contract-form.tsx'
import { Dialog } from '../../../ui/dialogs.tsx'
import { FormTextField } from '../../../ui/form-field.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { SettingRow } from '../../../ui/setting-row.tsx'
import { toast } from '../../../ui/toast.ts'
import type { FactorDialogProps } from './two-factor-dialogs.tsx'

const Fields = beginPasskey.body.extend({ name: PersonName })

function AddPasskeyDialog({ onClose, onChanged }: FactorDialogProps) {
  async function add({ name, password }: z.output<typeof Fields>) {
    const { options } = await call(beginPasskey, { body: { password } })
    await call(addPasskey, { body: { name, response: await createPasskey(options) } })
    onClose()
    toast.success('Your passkey was added.')
    await onChanged()
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Add passkey"
      description="Your browser will ask you to confirm with your device or security key."
    >
      <div className="pb-4">
        <ContractForm
          schema={Fields}
          defaultValues={{ name: '', password: '' }}
          submitLabel="Add passkey"
          onCancel={onClose}
          onSubmit={add}
        >
          <FormTextField
            name="name"
            label="Name of this passkey"
            hint="So that you know it again, such as “Work laptop”."
            autoComplete="off"
          />
          <FormTextField
            name="password"
            label="Your password"
            type="password"
            autoComplete="current-password"
          />
        </ContractForm>
      </div>
    </Dialog>
  )
}

interface RemovePasskeyDialogProps extends FactorDialogProps {
  passkey: Passkey
}

function RemovePasskeyDialog({ passkey, onClose, onChanged }: RemovePasskeyDialogProps) {
  async function remove(body: { password: string }) {
    await call(removePasskey, { params: { id: passkey.id }, body })
    onClose()
    toast.success(`The passkey “${passkey.name}” was removed.`)
    await onChanged()
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={`Remove “${passkey.name}”?`}
      description="It can no longer be used to sign in. Your authenticator app goes on working."
    >
      <div className="pb-4">
        <ContractForm
          schema={removePasskey.body}
          defaultValues={{ password: '' }}
          submitLabel="Remove passkey"
          submitVariant="danger"
          onCancel={onClose}
          onSubmit={remove}
        >
          <FormTextField
            name="password"
            label="Your password"
            type="password"
            autoComplete="current-password"
          />
        </ContractForm>
      </div>
    </Dialog>
  )
}

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
          ? 'Your fingerprint, face or a security key instead of a code.'
          : 'Your fingerprint, face or a security key instead of a code. This browser does not support them.'
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
