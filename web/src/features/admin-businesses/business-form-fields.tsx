import type { Business } from '@exempta/contract/admin-businesses'
import { businessTypes } from '@exempta/contract/limits'
import { FormSelect, FormTextarea, FormTextField } from '../../ui/form-field.tsx'

const typeOptions = businessTypes.map((type) => ({ value: type, label: type }))

export const emptyBusiness = {
  name: '',
  email: '',
  phone: '',
  website: '',
  address: '',
  taxId: '',
  type: null,
}

export const formValuesOf = ({ name, email, phone, website, address, taxId, type }: Business) => ({
  name,
  email,
  phone: phone ?? '',
  website: website ?? '',
  address: address ?? '',
  taxId: taxId ?? '',
  type,
})

export function BusinessFormFields() {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormTextField name="name" label="Business Name" autoComplete="off" />
        <FormTextField name="email" label="Business Email" type="email" autoComplete="off" />
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
          placeholder="Not given"
          isRequired={false}
        />
        <FormTextField name="phone" label="Phone Number" type="tel" autoComplete="off" isRequired={false} />
        <FormTextField name="website" label="Website" type="url" autoComplete="off" isRequired={false} />
      </div>
      <FormTextarea name="address" label="Business Address" rows={2} autoComplete="off" isRequired={false} />
    </>
  )
}
