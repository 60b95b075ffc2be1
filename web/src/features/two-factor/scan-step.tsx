import { enableTwoFactor } from '@exempta/contract/two-factor'
import { call } from '../../lib/api.ts'
import { ContractForm } from '../../ui/contract-form.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FormCodeField } from '../../ui/form-code-field.tsx'
import { useFocusOnMount } from '../../ui/use-focus-on-mount.ts'

interface ScanStepProps {
  qrImage: string
  manualKey: string
  onCancel: () => void
  onEnabled: (backupCodes: string[]) => void
}

/** The picture to scan or the key to type, and the first code that proves it. */
export function ScanStep({ qrImage, manualKey, onCancel, onEnabled }: ScanStepProps) {
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
          <p>
            Scan this picture with an authenticator app, such as the one in your phone’s password manager.
          </p>
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
