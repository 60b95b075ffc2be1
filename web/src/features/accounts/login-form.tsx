import { type SignInAnswer, type secondFactors, signIn } from '@exempta/contract/accounts'
import { accountLimits } from '@exempta/contract/accounts/limits'
import { answerPasskey, askPasskey } from '@exempta/contract/accounts/two-factor'
import { BackupCode, TwoFactorCode } from '@exempta/contract/codes'
import { texts } from '@exempta/contract/texts'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { z } from 'zod'
import { call } from '../../lib/api.ts'
import { errorText } from '../../lib/api-error.ts'
import { answerWithPasskey, canUsePasskeys } from '../../lib/passkeys.ts'
import { answerSecondFactorHere, enterSession, signInHere } from '../../lib/session-calls.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ContractForm } from '../../ui/contract-form.tsx'
import { keepFocus, useFocusOnMount } from '../../ui/focus.ts'
import { FormTextField } from '../../ui/form-field.tsx'
import { TextLink } from '../../ui/text.tsx'
import { toast } from '../../ui/toast.ts'
import { CompanyButtons } from './company-login/company-buttons.tsx'

/** Finishes signing in with a passkey, where the browser can. */
function PasskeyButton() {
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<string>()
  if (!canUsePasskeys()) return null

  async function ask() {
    setAsking(true)
    setFailure(undefined)
    try {
      const { options } = await call(askPasskey)
      const response = await answerWithPasskey(options)
      enterSession((await call(answerPasskey, { body: { response } })).session)
    } catch (error) {
      setFailure(errorText(error))
    } finally {
      setAsking(false)
    }
  }
  return (
    <>
      {failure && <Banner tone="danger">{failure}</Banner>}
      <Button variant="secondary" {...keepFocus} isLoading={isAsking} onClick={() => void ask()}>
        <KeyRound aria-hidden className="size-4" />
        Use a passkey
      </Button>
    </>
  )
}

const CodeFields = z.object({ code: TwoFactorCode })
const BackupFields = z.object({ backupCode: BackupCode })

async function enterWithBackupCode(fields: z.output<typeof BackupFields>) {
  const left = await answerSecondFactorHere(fields)
  if (left !== null) toast.info(backupCodeWords(left))
}

function backupCodeWords(left: number): string {
  if (left === 0) return 'That was your last backup code. Get new ones on your profile.'
  return `You used a backup code. ${left === 1 ? '1 code is' : `${left} codes are`} left.`
}

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
          onSubmit={enterWithBackupCode}
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
            hint={`The ${accountLimits.twoFactorCodeDigits}-digit code from your authenticator app.`}
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

/** Signing in changes the session; the page around follows it. An address typed on another page comes along. */
export function LoginForm() {
  const email = (useLocation().state as { email?: string } | null)?.email
  const [answer, setAnswer] = useState<SignInAnswer>()
  if (answer?.next === 'second-factor') {
    return <SecondFactorForm factors={answer.factors} onStartOver={() => setAnswer(undefined)} />
  }
  return (
    <ContractForm
      schema={signIn.body}
      defaultValues={email ? { email } : {}}
      submitLabel="Login"
      failedText={texts.unexpected}
      onSubmit={async (values) => setAnswer(await signInHere(values))}
      afterActions={<CompanyButtons />}
    >
      <FormTextField name="email" label="Email" type="email" autoComplete="username" />
      <FormTextField
        name="password"
        label="Password"
        type="password"
        autoComplete="current-password"
        aside={<TextLink to="/forgot-password">Forgot password?</TextLink>}
      />
    </ContractForm>
  )
}
