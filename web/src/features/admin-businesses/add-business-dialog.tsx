import { createBusiness, NewBusiness } from '@exempta/contract/admin-businesses'
import { texts } from '@exempta/contract/texts'
import { useNavigate } from 'react-router'
import { call } from '../../lib/api.ts'
import { orSay } from '../../lib/failure-words.ts'
import { refreshAdmin } from '../../lib/refresh-admin.ts'
import { ContractForm } from '../../ui/contract-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormSelect } from '../../ui/form-field.tsx'
import { toast } from '../../ui/toast.ts'
import { BusinessFormFields, emptyBusiness } from './business-form-fields.tsx'

const statusOptions = [
  { value: 'active', label: 'Active' },
  { value: 'pending', label: 'Pending' },
  { value: 'inactive', label: 'Inactive' },
]

/** Leads to the new business, where its people are added. */
export default function AddBusinessDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  async function add(body: NewBusiness) {
    const { id, name } = await orSay(texts.admin.addBusinessFailed, call(createBusiness, { body }))
    toast.success(`${name} was added. Now add the people who work for it.`)
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
      description="Only an active business can be chosen as a receiver of documents."
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
