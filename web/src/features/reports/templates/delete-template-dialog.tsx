import { type ReportTemplate, removeReportTemplate } from '@exempta/contract/reports'
import { texts } from '@exempta/contract/texts'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/error-text.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { refreshTemplates } from './refresh-templates.ts'

interface DeleteTemplateDialogProps {
  template: ReportTemplate | undefined
  onClose: () => void
  onDeleted: (id: string) => void
}

export function DeleteTemplateDialog({ template, onClose, onDeleted }: DeleteTemplateDialogProps) {
  async function remove() {
    if (!template) return
    try {
      await call(removeReportTemplate, { params: { id: template.id } })
    } catch (error) {
      throw new Error(errorText(error, texts.admin.templateDeleteFailed), { cause: error })
    }
    onDeleted(template.id)
    toast.success(`${template.name} was deleted.`)
    await refreshTemplates()
  }
  return (
    <ConfirmDialog
      isOpen={template !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Delete template"
      question={texts.admin.templateDeleteQuestion}
      subject={template?.name}
      confirmLabel="Delete"
      onConfirm={remove}
    />
  )
}
