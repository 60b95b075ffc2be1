import { replaceBackupCodes } from '@exempta/contract/two-factor'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { BackupCodesStep, useCodesGuard } from './backup-codes-step.tsx'
import type { FactorDialogProps } from './factor-dialog.ts'
import { ProofForm } from './proof-form.tsx'

export default function NewBackupCodesDialog({ onClose, onChanged }: FactorDialogProps) {
  const [codes, setCodes] = useState<string[]>()
  const guard = useCodesGuard(codes !== undefined, onClose)
  async function replace(body: { password: string; code: string }) {
    setCodes((await call(replaceBackupCodes, { body })).backupCodes)
    await onChanged()
  }
  return (
    <Dialog
      isOpen
      onOpenChange={guard.close}
      title="Get new backup codes"
      description={
        codes
          ? 'Your old codes no longer work. Keep these in a safe place.'
          : 'You get ten new codes; the old ones stop working.'
      }
    >
      <div className="pb-4">
        {codes ? (
          <BackupCodesStep codes={codes} guard={guard} />
        ) : (
          <ProofForm submitLabel="Get new codes" onCancel={onClose} onSubmit={replace} />
        )}
      </div>
    </Dialog>
  )
}
