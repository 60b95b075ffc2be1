import type { Role } from '@exempta/contract/people'
import { deleteAccount } from '@exempta/contract/privacy'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { call } from '../../lib/api.ts'
import { broadcastSessionNews, setSessionState } from '../../lib/session-store.ts'
import { Banner } from '../../ui/banner.tsx'
import { ContractForm } from '../../ui/contract-form.tsx'
import { Dialog } from '../../ui/dialogs.tsx'
import { FormTextField } from '../../ui/form-field.tsx'

/** What every dialog of this feature takes. */
export interface PrivacyDialogProps {
  personRole: Role
  onClose: () => void
}

const doneText = 'Your account is being deleted. You get a mail when it is done.'

const consequences: Record<Role, readonly string[]> = {
  user: [
    'All your documents are destroyed and cannot be brought back.',
    'Everything you shared disappears from its receivers, and links stop working.',
    'You are signed out everywhere and cannot sign in again.',
  ],
  business: [
    'You leave your business. Its documents and the rest of the team stay.',
    'You are signed out everywhere and cannot sign in again.',
  ],
  admin: [
    'You can no longer administer this installation.',
    'You are signed out everywhere and cannot sign in again.',
  ],
}

export function DeleteAccountDialog({ personRole, onClose }: PrivacyDialogProps) {
  const navigate = useNavigate()
  async function remove(body: { password: string }) {
    await call(deleteAccount, { body })
    // The guard's own way to login comes first, so that ours, with the reason, is the one that stays.
    flushSync(() => setSessionState({ status: 'guest', since: 'signed-out' }))
    broadcastSessionNews('signed-out')
    await navigate('/login', { replace: true, state: { message: doneText } })
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Delete my account"
      description="This cannot be undone. Please download your data first if you want to keep it."
    >
      <div className="grid gap-5 pb-4">
        <Banner tone="warning" title="What happens">
          <ul className="list-disc pl-4">
            {consequences[personRole].map((consequence) => (
              <li key={consequence}>{consequence}</li>
            ))}
          </ul>
        </Banner>
        <ContractForm
          schema={deleteAccount.body}
          defaultValues={{ password: '' }}
          submitLabel="Delete my account"
          submitVariant="danger"
          onCancel={onClose}
          onSubmit={remove}
        >
          <FormTextField
            name="password"
            label="Your password"
            type="password"
            autoComplete="current-password"
          />
        </ContractForm>
      </div>
    </Dialog>
  )
}
