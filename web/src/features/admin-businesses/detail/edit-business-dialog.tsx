import { type Business, updateBusiness } from '@exempta/contract/admin-businesses'
import { BusinessProfileChange } from '@exempta/contract/business-profile'
import { texts } from '@exempta/contract/texts'
import { call } from '../../../lib/api.ts'
import { orSay } from '../../../lib/failure-words.ts'
import { refreshAdmin } from '../../../lib/refresh-admin.ts'
import { ContractForm } from '../../../ui/contract-form.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { BusinessFormFields, formValuesOf } from '../business-form-fields.tsx'

export default function EditBusinessDialog({
  business,
  onClose,
}: {
  business: Business
  onClose: () => void
}) {
  const { id, version } = business
  async function save(body: BusinessProfileChange) {
    try {
      const { name } = await orSay(
        texts.admin.updateBusinessFailed,
        call(updateBusiness, { params: { id }, body }),
      )
      toast.success(`${name} was saved.`)
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
