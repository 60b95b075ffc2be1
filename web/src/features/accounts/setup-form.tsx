import { setUpAdministrator } from '@exempta/contract/accounts'
import { accountLimits } from '@exempta/contract/accounts/limits'
import { getRestore } from '@exempta/contract/admin/restore'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient, routeQuery } from '../../lib/query.ts'
import { setUpHere } from '../../lib/session-calls.ts'
import { useLinkToken } from '../../lib/use-link-token.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ContractForm } from '../../ui/contract-form.tsx'
import { FormTextField } from '../../ui/form-field.tsx'
import { RestoreForm, RestoreProgress } from './restore-form.tsx'

const SetupFields = setUpAdministrator.body.omit({ token: true })

const restoringMs = 2000

export const SetupForm = () => (
  <QueryClientProvider client={queryClient}>
    <SetupSteps />
  </QueryClientProvider>
)

/** Makes the first administrator, or restores a backup, with the one-time link printed at the first start. */
function SetupSteps() {
  const token = useLinkToken()
  const [isRestoring, setRestoring] = useState(false)
  // While the program starts again, nothing answers; what was known goes on.
  const restore = useQuery({
    ...routeQuery(getRestore, {}),
    refetchInterval: ({ state }) => (state.data?.status === 'restoring' ? restoringMs : false),
  })
  const isUnderWay = restore.data?.status === 'restoring' || restore.data?.status === 'restored'
  if (restore.data && isUnderWay) return <RestoreProgress state={restore.data} />
  if (!token) {
    return (
      <Banner tone="warning">
        To open this page, use the one-time link that Exempta printed when it first started.
      </Banner>
    )
  }
  if (isRestoring) {
    return <RestoreForm token={token} state={restore.data} onBack={() => setRestoring(false)} />
  }
  return (
    <div className="grid gap-5">
      <ContractForm
        schema={SetupFields}
        defaultValues={{ name: '', email: '', password: '' }}
        submitLabel="Create administrator"
        onSubmit={(values) => setUpHere({ ...values, token })}
      >
        <FormTextField name="name" label="Full Name" autoComplete="name" />
        <FormTextField name="email" label="Email Address" type="email" autoComplete="username" />
        <FormTextField
          name="password"
          label="Password"
          type="password"
          autoComplete="new-password"
          hint={`At least ${accountLimits.passwordMinLength} characters.`}
        />
      </ContractForm>
      <div className="grid gap-2 border-line border-t pt-5">
        <p className="text-ink-muted">Are you moving to this machine, or starting again after a failure?</p>
        <Button variant="secondary" onClick={() => setRestoring(true)}>
          Restore a backup
        </Button>
      </div>
    </div>
  )
}
