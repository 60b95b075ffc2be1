import { texts } from '@exempta/contract/texts'
import { createUser, NewUser } from '@exempta/contract/users'
import { call } from '../../lib/api.ts'
import { orSay } from '../../lib/failure-words.ts'
import { refreshAdmin } from '../../lib/refresh-admin.ts'
import { ContractForm } from '../../ui/contract-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormSelect, FormTextField } from '../../ui/form-field.tsx'
import { toast } from '../../ui/toast.ts'
import { BusinessFields } from './business-fields.tsx'
import { PasswordChecklist } from './password-checklist.tsx'
import { roleOptions, statusOptions } from './role-names.ts'

export default function AddUserDialog({ onClose }: { onClose: () => void }) {
  async function add(body: NewUser) {
    const user = await orSay(texts.admin.createUserFailed, call(createUser, { body }))
    toast.success(`${user.name} was added.`)
    onClose()
    await refreshAdmin()
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Add User"
      description="The password is temporary: it works for seven days, and the person chooses their own when they first log in."
    >
      <ContractForm
        schema={NewUser}
        defaultValues={{
          name: '',
          email: '',
          password: '',
          role: 'user',
          status: 'active',
          businessId: null,
          businessName: '',
          memberRole: 'viewer',
        }}
        submitLabel="Add User"
        onCancel={onClose}
        onSubmit={add}
      >
        <FormTextField name="name" label="Full Name" autoComplete="off" />
        <FormTextField name="email" label="Email Address" type="email" autoComplete="off" />
        <FormTextField name="password" label="Password" type="password" autoComplete="new-password" />
        <PasswordChecklist />
        <div className="grid gap-5 sm:grid-cols-2">
          <FormSelect name="role" label="Role" options={roleOptions} />
          <FormSelect name="status" label="Status" options={statusOptions} />
        </div>
        <BusinessFields />
      </ContractForm>
    </Dialog>
  )
}
