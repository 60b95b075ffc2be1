import { businessTypes } from '@exempta/contract/businesses/limits'
import {
  type BusinessProfile,
  BusinessProfileChange,
  updateBusinessProfile,
} from '@exempta/contract/businesses/profile'
import { texts } from '@exempta/contract/texts'
import { z } from 'zod'
import { call } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query.ts'
import { refreshPerson } from '../../../lib/session-calls.ts'
import { ContractForm } from '../../../ui/contract-form.tsx'
import { useFocusOnMount } from '../../../ui/focus.ts'
import { FormSelect, FormTextarea, FormTextField } from '../../../ui/form-field.tsx'

const typeOptions = businessTypes.map((type) => ({ value: type, label: type }))

/** One name on each line, as people type lists. */
const ProfileForm = BusinessProfileChange.extend({
  tradeNames: z
    .string()
    .transform((text) =>
      text
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
    )
    .pipe(BusinessProfileChange.shape.tradeNames.unwrap()),
})

interface EditBusinessFormProps {
  profile: BusinessProfile
  onCancel: () => void
  onSaved: () => void
}

export function EditBusinessForm({ profile, onCancel, onSaved }: EditBusinessFormProps) {
  const form = useFocusOnMount()
  const { version, name, email, phone, website, address, taxId, type, tradeNames, isVerified } = profile
  async function save(body: z.output<typeof ProfileForm>) {
    await call(updateBusinessProfile, { body })
    // The session contains the name, too.
    await Promise.all([queryClient.invalidateQueries({ queryKey: ['business'] }), refreshPerson()])
    onSaved()
  }
  return (
    <div ref={form}>
      <ContractForm
        schema={ProfileForm}
        defaultValues={{
          version,
          name,
          email,
          phone: phone ?? '',
          website: website ?? '',
          address: address ?? '',
          taxId: taxId ?? '',
          type,
          tradeNames: tradeNames.join('\n'),
        }}
        submitLabel="Save Changes"
        failedText={texts.profile.failed}
        onCancel={onCancel}
        onSubmit={save}
      >
        {isVerified && (
          <p className="text-ink-muted">
            Your business is verified. If you change its name or tax ID, it needs to be verified again.
          </p>
        )}
        <div className="grid gap-5 sm:grid-cols-2">
          <FormTextField name="name" label="Business Name" autoComplete="organization" />
          <FormTextField name="email" label="Business Email" type="email" autoComplete="email" />
          <FormTextField name="phone" label="Phone Number" type="tel" autoComplete="tel" isRequired={false} />
          <FormTextField name="website" label="Website" type="url" autoComplete="url" isRequired={false} />
          <FormTextField
            name="taxId"
            label="Tax ID / EIN"
            placeholder="12-3456789"
            autoComplete="off"
            isRequired={false}
          />
          <FormSelect
            name="type"
            label="Business Type"
            options={typeOptions}
            placeholder="Not provided"
            isRequired={false}
          />
        </div>
        <FormTextarea
          name="address"
          label="Business Address"
          rows={3}
          autoComplete="street-address"
          isRequired={false}
        />
        <FormTextarea
          name="tradeNames"
          label="Other names"
          hint="One on each line: trade names and store names that certificates may be made out to."
          rows={3}
          isRequired={false}
        />
      </ContractForm>
    </div>
  )
}
