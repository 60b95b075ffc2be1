import type { Role, UserStatus } from '@exempta/contract/people'
import { texts } from '@exempta/contract/texts'
import { type User, UserChange, updateUser } from '@exempta/contract/users'
import { useWatch } from 'react-hook-form'
import { call } from '../../lib/api.ts'
import { orSay } from '../../lib/failure-words.ts'
import { refreshAdmin } from '../../lib/refresh-admin.ts'
import { Banner } from '../../ui/banner.tsx'
import { ContractForm } from '../../ui/contract-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormSelect, FormTextField } from '../../ui/form-field.tsx'
import { toast } from '../../ui/toast.ts'
import { BusinessFields } from './business-fields.tsx'
import { roleOptions, statusOptions } from './role-names.ts'

/** Name, role and status; address and password are the person's own. */
export default function EditUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  async function save(body: UserChange) {
    try {
      const saved = await orSay(
        texts.admin.updateUserFailed,
        call(updateUser, { params: { id: user.id }, body }),
      )
      toast.success(`${saved.name} was saved.`)
      onClose()
    } finally {
      await refreshAdmin()
    }
  }
  return (
    <Dialog isOpen onOpenChange={onClose} title="Edit User" description={user.email}>
      <ContractForm
        schema={UserChange}
        defaultValues={{
          version: user.version,
          name: user.name,
          role: user.role,
          status: user.status,
          businessId: user.business?.id ?? null,
          businessName: '',
          memberRole: 'viewer',
        }}
        submitLabel="Save Changes"
        onCancel={onClose}
        onSubmit={save}
      >
        <FormTextField name="name" label="Full Name" autoComplete="off" />
        {user.isSelf ? (
          <p className="text-ink-muted">Your own role and status are changed by another administrator.</p>
        ) : (
          <>
            <div className="grid gap-5 sm:grid-cols-2">
              <FormSelect name="role" label="Role" options={roleOptions} />
              <FormSelect name="status" label="Status" options={statusOptions} />
            </div>
            <BusinessFields present={user.business} />
            <Consequences user={user} />
          </>
        )}
      </ContractForm>
    </Dialog>
  )
}

/** What saving will end, before it does. */
function Consequences({ user }: { user: User }) {
  const role = useWatch({ name: 'role' }) as Role
  const status = useWatch({ name: 'status' }) as UserStatus
  const ends = [
    status !== user.status && status !== 'active' && 'They are logged out everywhere at once.',
    role !== user.role &&
      user.role === 'user' &&
      'What they shared is revoked. Their documents stay with the account and open again only with the role User.',
    role !== user.role && user.business && `They no longer work for ${user.business.name}.`,
    role !== user.role && role === 'admin' && 'They can change every user, business and setting.',
  ].filter((text) => typeof text === 'string')
  if (ends.length === 0) return null
  return <Banner tone="warning">{ends.join(' ')}</Banner>
}
