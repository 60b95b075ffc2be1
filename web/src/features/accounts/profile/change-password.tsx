import { changePassword } from '@exempta/contract/profile'
import { texts } from '@exempta/contract/texts'
import { useState } from 'react'
import { z } from 'zod'
import { call } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query.ts'
import { Button } from '../../../ui/button.tsx'
import { ContractForm } from '../../../ui/contract-form.tsx'
import { Dialog } from '../../../ui/dialogs.tsx'
import { FormTextField } from '../../../ui/form-field.tsx'
import { NewPasswordFields } from '../../../ui/new-password-fields.tsx'
import { SettingRow } from '../../../ui/setting-row.tsx'
import { toast } from '../../../ui/toast.ts'
import { refreshProfile } from './account-information.tsx'

const Fields = changePassword.body
  .extend({ confirmPassword: z.string().min(1, 'Please enter the new password again') })
  .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    path: ['confirmPassword'],
    message: texts.profile.newPasswordsDiffer,
    // Told also while other fields are still wrong.
    when: () => true,
  })

function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  async function change({ currentPassword, newPassword }: z.output<typeof Fields>) {
    await call(changePassword, { body: { currentPassword, newPassword } })
    onClose()
    toast.success('Your password was changed. You are signed out everywhere else.')
    await Promise.all([queryClient.invalidateQueries({ queryKey: ['sessions'] }), refreshProfile()])
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Change Password"
      description="You stay signed in here and are signed out everywhere else."
    >
      <div className="pb-4">
        <ContractForm
          schema={Fields}
          defaultValues={{ currentPassword: '', newPassword: '', confirmPassword: '' }}
          submitLabel="Update Password"
          failedText={texts.profile.passwordFailed}
          onCancel={onClose}
          onSubmit={change}
        >
          <FormTextField
            name="currentPassword"
            label="Current Password"
            type="password"
            autoComplete="current-password"
          />
          <NewPasswordFields name="newPassword" label="New Password" confirmLabel="Confirm New Password" />
        </ContractForm>
      </div>
    </Dialog>
  )
}

export function ChangePasswordRow({ title, buttonLabel }: { title: string; buttonLabel: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <SettingRow
      title={title}
      description="When you change it, you are signed out everywhere else."
      actions={
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {buttonLabel}
        </Button>
      }
    >
      {isOpen && <ChangePasswordDialog onClose={() => setOpen(false)} />}
    </SettingRow>
  )
}
