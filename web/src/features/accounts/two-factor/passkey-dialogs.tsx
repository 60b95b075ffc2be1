import { addPasskey, beginPasskey, type Passkey, removePasskey } from '@exempta/contract/accounts/two-factor'
import { PersonName } from '@exempta/contract/people'
import type { z } from 'zod'
import { call } from '../../../lib/api.ts'
import { createPasskey } from '../../../lib/passkeys.ts'
import { ContractForm } from '../../../ui/contract-form.tsx'
import { Dialog } from '../../../ui/dialogs.tsx'
import { FormTextField } from '../../../ui/form-field.tsx'
import { toast } from '../../../ui/toast.ts'
import type { FactorDialogProps } from './two-factor-dialogs.tsx'

const Fields = beginPasskey.body.extend({ name: PersonName })

export function AddPasskeyDialog({ onClose, onChanged }: FactorDialogProps) {
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
            label="Passkey name"
            hint="A name you’ll recognize, such as “Work laptop”."
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

export function RemovePasskeyDialog({ passkey, onClose, onChanged }: RemovePasskeyDialogProps) {
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
      description="You can no longer use it to log in. Your authenticator app still works."
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
