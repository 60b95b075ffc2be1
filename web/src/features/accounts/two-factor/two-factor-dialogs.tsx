import {
  beginTwoFactor,
  disableTwoFactor,
  enableTwoFactor,
  replaceBackupCodes,
} from '@exempta/contract/accounts/two-factor'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { z } from 'zod'
import { call } from '../../../lib/api.ts'
import { saveTextFile } from '../../../lib/save-text-file.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button, type ButtonVariant } from '../../../ui/button.tsx'
import { FormCodeField } from '../../../ui/code-input.tsx'
import { ContractForm } from '../../../ui/contract-form.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialogs.tsx'
import { useFocusOnMount } from '../../../ui/focus.ts'
import { FormTextField } from '../../../ui/form-field.tsx'
import { toast } from '../../../ui/toast.ts'

/** What every dialog of this feature takes. */
export interface FactorDialogProps {
  onClose: () => void
  /** After something was changed on the server. */
  onChanged: () => Promise<void>
}

interface ProofFormProps {
  submitLabel: string
  submitVariant?: ButtonVariant
  onCancel: () => void
  onSubmit: (proof: z.output<typeof disableTwoFactor.body>) => Promise<unknown>
}

/** Password and a fresh code: what it takes to change how one signs in. */
function ProofForm(props: ProofFormProps) {
  return (
    <ContractForm schema={disableTwoFactor.body} defaultValues={{ password: '', code: '' }} {...props}>
      <FormTextField name="password" label="Your password" type="password" autoComplete="current-password" />
      <FormCodeField name="code" label="Verification code" />
    </ContractForm>
  )
}

interface ScanStepProps {
  qrImage: string
  manualKey: string
  onCancel: () => void
  onEnabled: (backupCodes: string[]) => void
}

/** The picture to scan or the key to type, and the first code that proves it. */
function ScanStep({ qrImage, manualKey, onCancel, onEnabled }: ScanStepProps) {
  const step = useFocusOnMount()
  return (
    <div ref={step} className="grid gap-5">
      <div className="grid gap-4 sm:grid-cols-[auto_1fr] sm:items-center">
        <img
          src={qrImage}
          alt="QR code for your authenticator app"
          width={176}
          height={176}
          className="mx-auto size-44 rounded-control border border-line bg-white"
        />
        <div className="grid content-start gap-3">
          <p>Scan this code with an authenticator app, such as the one in your phone’s password manager.</p>
          <div className="grid justify-items-start gap-1.5">
            <p className="text-ink-muted">No camera? Type this key into the app:</p>
            <code className="rounded-control bg-subtle px-2 py-1 text-xs select-all">
              {inGroups(manualKey)}
            </code>
            <CopyButton text={manualKey} label="Copy key" />
          </div>
        </div>
      </div>
      <ContractForm
        schema={enableTwoFactor.body}
        defaultValues={{ code: '' }}
        submitLabel="Verify and enable"
        onCancel={onCancel}
        onSubmit={async (body) => onEnabled((await call(enableTwoFactor, { body })).backupCodes)}
      >
        <FormCodeField name="code" label="Verification code" />
      </ContractForm>
    </div>
  )
}

const inGroups = (key: string) => key.match(/.{1,4}/g)?.join(' ') ?? key

/** Codes are shown once: the first try to leave without Done only warns. */
function useCodesGuard(isShowing: boolean, leave: () => void) {
  const [isWarned, setWarned] = useState(false)
  return { isWarned, leave, close: () => (isShowing && !isWarned ? setWarned(true) : leave()) }
}

interface BackupCodesStepProps {
  codes: readonly string[]
  guard: ReturnType<typeof useCodesGuard>
}

function BackupCodesStep({ codes, guard }: BackupCodesStepProps) {
  const step = useFocusOnMount()
  const text = codes.join('\n')
  return (
    <div ref={step} className="grid gap-4">
      {guard.isWarned && (
        <Banner tone="warning">
          We won’t show these codes again. Copy or download them, then click Done.
        </Banner>
      )}
      <p>If you lose your phone, log in with one of these codes instead. Each works once.</p>
      <ul
        aria-label="Backup codes"
        className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-control bg-subtle px-4 py-3 text-center font-mono text-base tabular-nums"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2">
        <CopyButton text={text} label="Copy codes" />
        <Button
          variant="secondary"
          size="sm"
          onClick={() =>
            saveTextFile('exempta-backup-codes.txt', `Exempta backup codes. Each works once.\n\n${text}\n`)
          }
        >
          <Download aria-hidden className="size-4" />
          Download
        </Button>
        <Button className="ml-auto" onClick={guard.leave}>
          Done
        </Button>
      </div>
    </div>
  )
}

type Step =
  | { name: 'password' }
  | { name: 'scan'; qrImage: string; manualKey: string }
  | { name: 'codes'; backupCodes: string[] }

const descriptions: Record<Step['name'], string> = {
  password: 'Step 1 of 3. Confirm that it’s you.',
  scan: 'Step 2 of 3. Connect your authenticator app.',
  codes: 'Step 3 of 3. Two-factor is on. Keep these backup codes in a safe place.',
}

/** Password, then QR image and first code, then the backup codes, once. */
export function EnableDialog({ onClose, onChanged }: FactorDialogProps) {
  const [step, setStep] = useState<Step>({ name: 'password' })
  const guard = useCodesGuard(step.name === 'codes', async () => {
    onClose()
    // Only now, because the page around this dialog may exist only for this duty and disappear with it.
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

export function DisableDialog({ onClose, onChanged }: FactorDialogProps) {
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
          You’ll log in with only your password. We’ll remove your backup codes and passkeys.
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

export function NewBackupCodesDialog({ onClose, onChanged }: FactorDialogProps) {
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
          : 'You’ll get ten new codes. The old ones will stop working.'
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
