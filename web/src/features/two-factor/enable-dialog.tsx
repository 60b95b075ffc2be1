import { beginTwoFactor } from '@exempta/contract/two-factor'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { ContractForm } from '../../ui/contract-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormTextField } from '../../ui/form-field.tsx'
import { BackupCodesStep, useCodesGuard } from './backup-codes-step.tsx'
import type { FactorDialogProps } from './factor-dialog.ts'
import { ScanStep } from './scan-step.tsx'

type Step =
  | { name: 'password' }
  | { name: 'scan'; qrImage: string; manualKey: string }
  | { name: 'codes'; backupCodes: string[] }

const descriptions: Record<Step['name'], string> = {
  password: 'Step 1 of 3. First we make sure that it is you.',
  scan: 'Step 2 of 3. Connect your authenticator app.',
  codes: 'Step 3 of 3. Two-factor is on. Keep these backup codes in a safe place.',
}

/** Password, then QR image and first code, then the backup codes, once. */
export default function EnableDialog({ onClose, onChanged }: FactorDialogProps) {
  const [step, setStep] = useState<Step>({ name: 'password' })
  const guard = useCodesGuard(step.name === 'codes', async () => {
    onClose()
    // Only now: the page around may be there just for this duty, and goes away with it.
    if (step.name === 'codes') await onChanged()
  })
  return (
    <Dialog isOpen onOpenChange={guard.close} title="Enable Two-Factor" description={descriptions[step.name]}>
      <div className="pb-4">
        {step.name === 'password' && (
          <ContractForm
            schema={beginTwoFactor.body}
            defaultValues={{ password: '' }}
            submitLabel="Continue"
            onCancel={onClose}
            onSubmit={async (body) => setStep({ name: 'scan', ...(await call(beginTwoFactor, { body })) })}
          >
            <FormTextField
              name="password"
              label="Your password"
              type="password"
              autoComplete="current-password"
            />
          </ContractForm>
        )}
        {step.name === 'scan' && (
          <ScanStep
            qrImage={step.qrImage}
            manualKey={step.manualKey}
            onCancel={onClose}
            onEnabled={(backupCodes) => setStep({ name: 'codes', backupCodes })}
          />
        )}
        {step.name === 'codes' && <BackupCodesStep codes={step.backupCodes} guard={guard} />}
      </div>
    </Dialog>
  )
}
