import { type SignInAnswer, signIn } from '@exempta/contract/accounts'
import { texts } from '@exempta/contract/texts'
import { useState } from 'react'
import { signInHere } from '../../lib/session-calls.ts'
import { ContractForm } from '../../ui/contract-form.tsx'
import { FormTextField } from '../../ui/form-field.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'

/** Signing in changes the session; the page around follows it. */
export function LoginForm() {
  const [answer, setAnswer] = useState<SignInAnswer>()
  if (answer?.next === 'second-factor') {
    return <SecondFactorForm factors={answer.factors} onStartOver={() => setAnswer(undefined)} />
  }
  return (
    <ContractForm
      schema={signIn.body}
      defaultValues={{}}
      submitLabel="Login"
      failedText={texts.unexpected}
      onSubmit={async (values) => setAnswer(await signInHere(values))}
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
