import { accountLimits } from '@exempta/contract/accounts/limits'
import {
  createUser,
  NewUser,
  removeUser,
  type User,
  UserChange,
  updateUser,
} from '@exempta/contract/admin/users'
import type { Role, UserStatus } from '@exempta/contract/people'
import { texts } from '@exempta/contract/texts'
import { Circle, CircleCheck } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { call } from '../../../lib/api.ts'
import { orThrowText } from '../../../lib/api-error.ts'
import { refreshAdmin } from '../../../lib/query.ts'
import { Banner } from '../../../ui/banner.tsx'
import { ContractForm } from '../../../ui/contract-form.tsx'
import { ConfirmDialog, Dialog } from '../../../ui/dialogs.tsx'
import { FormSelect, FormTextField } from '../../../ui/form-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { BusinessFields } from './business-fields.tsx'
import { chosenStatusOptions, roleOptions, statusOptionsOf } from './role-names.ts'

const recommended: readonly [label: string, isMet: (password: string) => boolean][] = [
  ['An uppercase letter', (password) => /\p{Lu}/u.test(password)],
  ['A lowercase letter', (password) => /\p{Ll}/u.test(password)],
  ['A number', (password) => /\p{Nd}/u.test(password)],
  ['A special character', (password) => /[^\p{L}\p{Nd}\s]/u.test(password)],
]

/** Follows what is typed into `password`: the length is required, the rest is advice. */
function PasswordChecklist() {
  const password = String(useWatch({ name: 'password' }) ?? '')
  const isLong = [...password].length >= accountLimits.temporaryPasswordMinLength
  return (
    <div className="grid gap-1.5 rounded-control bg-subtle px-3 py-2.5 text-xs">
      <ul aria-label="Required" className="grid gap-1">
        <Item label={`At least ${accountLimits.temporaryPasswordMinLength} characters`} isMet={isLong} />
      </ul>
      <p className="text-ink-muted">Recommended</p>
      <ul aria-label="Recommended" className="grid gap-1 sm:grid-cols-2">
        {recommended.map(([label, isMet]) => (
          <Item key={label} label={label} isMet={isMet(password)} />
        ))}
      </ul>
    </div>
  )
}

function Item({ label, isMet }: { label: string; isMet: boolean }) {
  const Icon = isMet ? CircleCheck : Circle
  return (
    <li className="flex items-center gap-1.5">
      <Icon aria-hidden className={isMet ? 'size-4 text-success' : 'size-4 text-ink-muted'} />
      {label}
      <span className="sr-only">{isMet ? '(met)' : '(not met)'}</span>
    </li>
  )
}

export function AddUserDialog({ onClose }: { onClose: () => void }) {
  async function add(body: NewUser) {
    const user = await orThrowText(texts.admin.createUserFailed, call(createUser, { body }))
    toast.success(`Added ${user.name}.`)
    onClose()
    await refreshAdmin()
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Add User"
      description="This password is temporary. It expires after seven days, and they choose their own at first login."
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
          <FormSelect name="status" label="Status" options={chosenStatusOptions} />
        </div>
        <BusinessFields />
      </ContractForm>
    </Dialog>
  )
}

/** Name, role and status; address and password are the person's own. */
export function EditUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  async function save(body: UserChange) {
    try {
      const saved = await orThrowText(
        texts.admin.updateUserFailed,
        call(updateUser, { params: { id: user.id }, body }),
      )
      toast.success(`Saved ${saved.name}.`)
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
          <p className="text-ink-muted">Only another administrator can change your role and status.</p>
        ) : (
          <>
            <div className="grid gap-5 sm:grid-cols-2">
              <FormSelect name="role" label="Role" options={roleOptions} />
              <FormSelect name="status" label="Status" options={statusOptionsOf(user.status)} />
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
    status !== user.status && status !== 'active' && 'We’ll log them out everywhere right away.',
    role !== user.role &&
      user.role === 'user' &&
      'We’ll revoke everything they shared. Their documents stay in the account but can only be opened with the User role.',
    role !== user.role && user.business && `They’ll lose access to ${user.business.name}.`,
    role !== user.role && role === 'admin' && 'They’ll be able to change every user, business and setting.',
  ].filter((text) => typeof text === 'string')
  if (ends.length === 0) return null
  return <Banner tone="warning">{ends.join(' ')}</Banner>
}

interface DeleteUserDialogProps {
  user: User
  onClose: () => void
  onDeleted: () => void
}

export function DeleteUserDialog({ user, onClose, onDeleted }: DeleteUserDialogProps) {
  async function remove() {
    await orThrowText(texts.errorOccurred, call(removeUser, { params: { id: user.id } }))
    toast.success(`Deleted ${user.name}.`)
    await refreshAdmin()
    onDeleted()
  }
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Delete User"
      question={texts.admin.deleteUserQuestion}
      subject={
        <>
          {user.name} · {user.email}
          <span className="mt-1 block font-normal text-ink-muted">
            Their documents and shares will be deleted too. This cannot be undone.
          </span>
        </>
      }
      confirmLabel="Delete"
      onConfirm={remove}
    />
  )
}
