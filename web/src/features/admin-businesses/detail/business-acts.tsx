import { type Business, removeBusiness } from '@exempta/contract/admin-businesses'
import { texts } from '@exempta/contract/texts'
import { Pencil, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../../lib/api.ts'
import { orSay } from '../../../lib/failure-words.ts'
import { refreshAdmin } from '../../../lib/refresh-admin.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { toast } from '../../../ui/toast.ts'

const EditBusinessDialog = lazy(() => import('./edit-business-dialog.tsx'))

export function BusinessActs({ business }: { business: Business }) {
  const { id, name, userCount } = business
  const navigate = useNavigate()
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const close = () => setOpen(undefined)
  async function remove() {
    await orSay(texts.admin.deleteBusinessFailed, call(removeBusiness, { params: { id }, body: { name } }))
    toast.success(`${name} was deleted.`)
    await navigate('/admin/businesses', { replace: true })
    void refreshAdmin()
  }
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen('edit')}>
        <Pencil aria-hidden className="size-4" />
        Edit
      </Button>
      <Button variant="secondary" onClick={() => setOpen('delete')}>
        <Trash2 aria-hidden className="size-4" />
        Delete
      </Button>
      {open === 'edit' && (
        <Suspense>
          <EditBusinessDialog business={business} onClose={close} />
        </Suspense>
      )}
      <ConfirmDialog
        isOpen={open === 'delete'}
        onOpenChange={(isOpen) => !isOpen && close()}
        title="Delete Business"
        question="The accounts of its people are closed, and what was shared with it is revoked. The owners are told. This cannot be undone."
        subject={`${name} · ${userCount === 1 ? '1 user' : `${userCount} users`}`}
        typedConfirmation={name}
        confirmLabel="Delete"
        onConfirm={remove}
      />
    </>
  )
}
