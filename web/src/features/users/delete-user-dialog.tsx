import { texts } from '@exempta/contract/texts'
import { removeUser, type User } from '@exempta/contract/users'
import { call } from '../../lib/api.ts'
import { orSay } from '../../lib/failure-words.ts'
import { refreshAdmin } from '../../lib/refresh-admin.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.ts'

interface DeleteUserDialogProps {
  user: User | undefined
  onClose: () => void
  onDeleted: () => void
}

export function DeleteUserDialog({ user, onClose, onDeleted }: DeleteUserDialogProps) {
  async function remove() {
    if (!user) return
    await orSay(texts.errorOccurred, call(removeUser, { params: { id: user.id } }))
    toast.success(`${user.name} was deleted.`)
    await refreshAdmin()
    onDeleted()
  }
  return (
    <ConfirmDialog
      isOpen={user !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Delete User"
      question={texts.admin.deleteUserQuestion}
      subject={
        user && (
          <>
            {user.name} · {user.email}
            <span className="mt-1 block font-normal text-ink-muted">
              Documents and shares go with the account. This cannot be undone.
            </span>
          </>
        )
      }
      confirmLabel="Delete"
      onConfirm={remove}
    />
  )
}
