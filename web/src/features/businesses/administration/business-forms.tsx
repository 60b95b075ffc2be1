import {
  type Business,
  createBusiness,
  NewBusiness,
  updateBusiness,
} from '@exempta/contract/businesses/administration'
import { businessTypes } from '@exempta/contract/businesses/limits'
import { BusinessProfileChange } from '@exempta/contract/businesses/profile'
import { texts } from '@exempta/contract/texts'
import { useNavigate } from 'react-router'
import { call } from '../../../lib/api.ts'
import { orThrowText } from '../../../lib/api-error.ts'
import { refreshAdmin } from '../../../lib/query.ts'
import { ContractForm } from '../../../ui/contract-form.tsx'
import { Dialog } from '../../../ui/dialogs.tsx'
import { FormSelect, FormTextarea, FormTextField } from '../../../ui/form-field.tsx'
import { toast } from '../../../ui/toast.ts'

const typeOptions = businessTypes.map((type) => ({ value: type, label: type }))

const emptyBusiness = {
  name: '',
  email: '',
  phone: '',
  website: '',
  address: '',
  taxId: '',
  type: null,
}

const formValuesOf = ({ name, email, phone, website, address, taxId, type }: Business) => ({
  name,
  email,
  phone: phone ?? '',
  website: website ?? '',
  address: address ?? '',
  taxId: taxId ?? '',
  type,
})

function BusinessFormFields() {
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
          placeholder="Not provided"
          isRequired={false}
        />
        <FormTextField name="phone" label="Phone Number" type="tel" autoComplete="off" isRequired={false} />
        <FormTextField name="website" label="Website" type="url" autoComplete="off" isRequired={false} />
      </div>
      <FormTextarea name="address" label="Business Address" rows={2} autoComplete="off" isRequired={false} />
    </>
  )
}

const statusOptions = [
  { value: 'active', label: 'Active' },
  { value: 'pending', label: 'Pending' },
  { value: 'inactive', label: 'Inactive' },
]

/** Leads to the new business, where its people are added. */
export function AddBusinessDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  async function add(body: NewBusiness) {
    const { id, name } = await orThrowText(texts.admin.addBusinessFailed, call(createBusiness, { body }))
    toast.success(`Added ${name}. Now add its team members.`)
    onClose()
    await refreshAdmin()
    await navigate(`/admin/businesses/${id}`)
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="lg"
      title="Add Business"
      description="Only an active business can receive documents."
    >
      <ContractForm
        schema={NewBusiness}
        defaultValues={{ ...emptyBusiness, status: 'active' }}
        submitLabel="Add Business"
        onCancel={onClose}
        onSubmit={add}
      >
        <BusinessFormFields />
        <FormSelect name="status" label="Status" options={statusOptions} />
      </ContractForm>
    </Dialog>
  )
}

export function EditBusinessDialog({ business, onClose }: { business: Business; onClose: () => void }) {
  const { id, version } = business
  async function save(body: BusinessProfileChange) {
    try {
      const { name } = await orThrowText(
        texts.admin.updateBusinessFailed,
        call(updateBusiness, { params: { id }, body }),
      )
      toast.success(`Saved ${name}.`)
      onClose()
    } finally {
      await refreshAdmin()
    }
  }
  return (
    <Dialog isOpen onOpenChange={onClose} size="lg" title="Edit Business">
      <ContractForm
        schema={BusinessProfileChange}
        defaultValues={{ version, ...formValuesOf(business) }}
        submitLabel="Save Changes"
        onCancel={onClose}
        onSubmit={save}
      >
        <BusinessFormFields />
      </ContractForm>
    </Dialog>
  )
}
