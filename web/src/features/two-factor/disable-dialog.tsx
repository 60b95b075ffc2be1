import { disableTwoFactor } from '@exempta/contract/two-factor'
import { call } from '../../lib/api.ts'
import { Banner } from '../../ui/banner.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.ts'
import type { FactorDialogProps } from './factor-dialog.ts'
import { ProofForm } from './proof-form.tsx'

export default function DisableDialog({ onClose, onChanged }: FactorDialogProps) {
  async function disable(body: { password: string; code: string }) {
    await call(disableTwoFactor, { body })
    onClose()
    toast.success('Two-factor authentication is off.')
    await onChanged()
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Disable Two-Factor"
      description="Please confirm with your password and a code from your authenticator app."
    >
      <div className="grid gap-5 pb-4">
        <Banner tone="warning">
          From then on your password alone opens your account. Your backup codes and passkeys are removed.
        </Banner>
        <ProofForm
          submitLabel="Disable Two-Factor"
          submitVariant="danger"
          onCancel={onClose}
          onSubmit={disable}
        />
      </div>
    </Dialog>
  )
}
