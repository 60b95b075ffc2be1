import {
  createReportTemplate,
  type ReportDefinition,
  ReportTemplateInput,
  updateReportTemplate,
} from '@exempta/contract/reports'
import { texts } from '@exempta/contract/texts'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { ContractForm } from '../../../ui/contract-form.tsx'
import { Dialog } from '../../../ui/dialogs.tsx'
import { FormTextarea, FormTextField } from '../../../ui/form-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { type ReportOrigin, refreshTemplates } from '../report-state.ts'

interface SaveTemplateDialogProps {
  definition: ReportDefinition
  origin: ReportOrigin
  state: { openTemplate: (id: string) => void }
  onClose: () => void
}

/** The report on screen under a name: as a new template, or in place of the one it came from. */
export function SaveTemplateDialog({ definition, origin, state, onClose }: SaveTemplateDialogProps) {
  const loaded = origin.kind === 'template' ? origin.template : undefined
  const [replaces, setReplaces] = useState(loaded !== undefined)
  const { name, type, ...settings } = definition
  async function save(body: ReportTemplateInput) {
    const { id } =
      loaded && replaces
        ? await call(updateReportTemplate, {
            params: { id: loaded.id },
            body: { ...body, version: loaded.version },
          })
        : await call(createReportTemplate, { body })
    await refreshTemplates()
    toast.success(texts.admin.templateSaved)
    onClose()
    state.openTemplate(id)
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Save Template"
      description="Saves columns, filters, groups, sort order and charts. All administrators can use it."
    >
      <div className="pb-4">
        <ContractForm
          schema={ReportTemplateInput}
          defaultValues={{ name, type, settings, description: loaded?.description ?? '' }}
          submitLabel="Save"
          failedText={texts.admin.templateSaveFailed}
          onCancel={onClose}
          onSubmit={save}
        >
          <FormTextField name="name" label="Template Name" autoComplete="off" />
          <FormTextarea name="description" label="Description" rows={2} isRequired={false} />
          {loaded && (
            <Checkbox
              label={`Replace “${loaded.name}”`}
              hint="Otherwise, we save it as a new template."
              checked={replaces}
              onChange={({ target }) => setReplaces(target.checked)}
            />
          )}
        </ContractForm>
      </div>
    </Dialog>
  )
}
