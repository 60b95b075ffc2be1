import { type Document, renameDocument } from '@exempta/contract/documents'
import { call } from '../../lib/api.ts'
import { queryClient } from '../../lib/query.ts'
import { ContractForm } from '../../ui/contract-form.tsx'
import { Dialog } from '../../ui/dialogs.tsx'
import { FormTextField } from '../../ui/form-field.tsx'
import { toast } from '../../ui/toast.ts'

interface RenameDialogProps {
  document: Pick<Document, 'id' | 'name'>
  onClose: () => void
}

export function RenameDialog({ document: { id, name }, onClose }: RenameDialogProps) {
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Rename document"
      description="Everyone who can see the document sees the new name."
    >
      <div className="pb-4">
        <ContractForm
          schema={renameDocument.body}
          defaultValues={{ name }}
          submitLabel="Rename"
          onCancel={onClose}
          onSubmit={async (body) => {
            const renamed = await call(renameDocument, { params: { id }, body })
            await Promise.all(
              ['documents', 'shares'].map((topic) => queryClient.invalidateQueries({ queryKey: [topic] })),
            )
            onClose()
            toast.success(`Renamed to ${renamed.name}.`)
          }}
        >
          <FormTextField name="name" label="Name" autoComplete="off" />
        </ContractForm>
      </div>
    </Dialog>
  )
}
