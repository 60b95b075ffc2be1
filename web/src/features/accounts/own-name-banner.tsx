import type { SignedInPerson } from '@exempta/contract/accounts'
import { updateProfile } from '@exempta/contract/accounts/profile'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { errorText } from '../../lib/api-error.ts'
import { refreshPerson } from '../../lib/session-calls.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ContractForm } from '../../ui/contract-form.tsx'
import { FormTextField } from '../../ui/form-field.tsx'
import { toast } from '../../ui/toast.ts'

/** Asks managers whose account was registered under the name of the business for their own, once. */
export function OwnNameBanner({ person: { name } }: { person: SignedInPerson }) {
  const keep = useMutation({
    mutationFn: () => call(updateProfile, { body: { name } }),
    onSuccess: () => refreshPerson(),
    onError: (error) => toast.error(errorText(error)),
  })
  async function save(body: { name: string }) {
    await call(updateProfile, { body })
    toast.success('Your name was saved.')
    await refreshPerson()
  }
  return (
    <Banner
      title="What’s your name?"
      className="mb-6"
      action={
        <Button variant="ghost" size="sm" isLoading={keep.isPending} onClick={() => keep.mutate()}>
          Keep “{name}”
        </Button>
      }
    >
      <div className="grid max-w-md gap-3 pt-1">
        <p>Your team sees it next to what you review, instead of the name of the business.</p>
        <ContractForm
          schema={updateProfile.body}
          defaultValues={{ name: '' }}
          submitLabel="Save name"
          submitClassName="justify-self-start"
          onSubmit={save}
        >
          <FormTextField name="name" label="Full Name" autoComplete="name" />
        </ContractForm>
      </div>
    </Banner>
  )
}
