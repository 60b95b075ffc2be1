import { addBusinessMember } from '@exempta/contract/admin-businesses'
import { limits } from '@exempta/contract/limits'
import { texts } from '@exempta/contract/texts'
import type { z } from 'zod'
import { call } from '../../../lib/api.ts'
import { orSay } from '../../../lib/failure-words.ts'
import { refreshAdmin } from '../../../lib/refresh-admin.ts'
import { ContractForm } from '../../../ui/contract-form.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormSelect, FormTextField } from '../../../ui/form-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { memberRoleOptions } from './member-role-names.ts'

const days = limits.choosePasswordLinkMs / (24 * 60 * 60_000)

export default function AddMemberDialog({
  businessId,
  onClose,
}: {
  businessId: string
  onClose: () => void
}) {
  async function add(body: z.output<typeof addBusinessMember.body>) {
    const { name } = await orSay(
      texts.admin.addUserFailed,
      call(addBusinessMember, { params: { id: businessId }, body }),
    )
    toast.success(`${name} was added.`)
    onClose()
    await refreshAdmin()
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Add User"
      description={`We mail a link to choose a password. It works once, for ${days} days.`}
    >
      <ContractForm
        schema={addBusinessMember.body}
        defaultValues={{ name: '', email: '', role: 'viewer' }}
        submitLabel="Add User"
        onCancel={onClose}
        onSubmit={add}
      >
        <FormTextField name="name" label="Full Name" autoComplete="off" />
        <FormTextField name="email" label="Email Address" type="email" autoComplete="off" />
        <FormSelect
          name="role"
          label="Role"
          hint="Viewers may only view and download documents. Managers may invite users and manage documents."
          options={memberRoleOptions}
        />
      </ContractForm>
    </Dialog>
  )
}
