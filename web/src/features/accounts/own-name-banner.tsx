import type { SignedInPerson } from '@exempta/contract/accounts'
import { updateProfile } from '@exempta/contract/accounts/profile'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { refreshPerson } from '../../lib/session-calls.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ContractForm } from '../../ui/contract-form.tsx'
import { FormTextField } from '../../ui/form-field.tsx'
import { toast } from '../../ui/toast.ts'

const keyOf = (personId: string) => `exempta.keeps-name.${personId}`

/** Asks managers whose account was registered under the name of the business for their own, once. */
export function OwnNameBanner({ person: { id, name } }: { person: SignedInPerson }) {
  const [isKept, setKept] = useState(() => localStorage.getItem(keyOf(id)) !== null)
  if (isKept) return null
  function keep() {
    localStorage.setItem(keyOf(id), 'yes')
    setKept(true)
  }
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
        <Button variant="ghost" size="sm" onClick={keep}>
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
