import { type Passkey, removePasskey } from '@exempta/contract/passkeys'
import { call } from '../../lib/api.ts'
import { ContractForm } from '../../ui/contract-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormTextField } from '../../ui/form-field.tsx'
import { toast } from '../../ui/toast.ts'
import type { FactorDialogProps } from './factor-dialog.ts'

interface RemovePasskeyDialogProps extends FactorDialogProps {
  passkey: Passkey
}

export default function RemovePasskeyDialog({ passkey, onClose, onChanged }: RemovePasskeyDialogProps) {
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
