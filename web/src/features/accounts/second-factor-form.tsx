import type { secondFactors } from '@exempta/contract/accounts'
import { BackupCode, TwoFactorCode } from '@exempta/contract/codes'
import { limits } from '@exempta/contract/limits'
import { useState } from 'react'
import { z } from 'zod'
import { answerSecondFactorHere } from '../../lib/session-calls.ts'
import { Button } from '../../ui/button.tsx'
import { ContractForm } from '../../ui/contract-form.tsx'
import { FormTextField } from '../../ui/form-field.tsx'
import { keepFocus } from '../../ui/keep-focus.ts'
import { useFocusOnMount } from '../../ui/use-focus-on-mount.ts'
import { PasskeyButton } from './passkey-button.tsx'

const CodeFields = z.object({ code: TwoFactorCode })
const BackupFields = z.object({ backupCode: BackupCode })

interface SecondFactorFormProps {
  factors: readonly (typeof secondFactors)[number][]
  onStartOver: () => void
}

/** The second step of signing in, for those who use two-factor authentication. */
export function SecondFactorForm({ factors, onStartOver }: SecondFactorFormProps) {
  const [usesBackupCode, setUsesBackupCode] = useState(false)
  const step = useFocusOnMount()
  return (
    <div ref={step} className="grid gap-5">
      {usesBackupCode ? (
        <ContractForm
          key="backup-code"
          schema={BackupFields}
          defaultValues={{ backupCode: '' }}
          submitLabel="Verify"
          onSubmit={answerSecondFactorHere}
        >
          <FormTextField
            name="backupCode"
            label="Backup code"
            hint="Each backup code works once."
            autoComplete="off"
          />
        </ContractForm>
      ) : (
        <ContractForm
          key="code"
          schema={CodeFields}
          defaultValues={{ code: '' }}
          submitLabel="Verify"
          onSubmit={answerSecondFactorHere}
        >
          <FormTextField
            name="code"
            label="Verification code"
            hint={`The ${limits.twoFactorCodeDigits} digits that your authenticator app shows.`}
            inputMode="numeric"
            autoComplete="one-time-code"
          />
        </ContractForm>
      )}
      {factors.includes('passkey') && <PasskeyButton />}
      <div className="flex flex-wrap gap-2">
        <Button variant="ghost" {...keepFocus} onClick={() => setUsesBackupCode(!usesBackupCode)}>
          {usesBackupCode ? 'Use the authenticator app' : 'Use a backup code'}
        </Button>
        <Button variant="ghost" {...keepFocus} onClick={onStartOver}>
          Start over
        </Button>
      </div>
    </div>
  )
}
