import {
  addBusinessEvidence,
  type Business,
  downloadBusinessEvidence,
  type BusinessEvidence as Evidence,
  EvidenceForm,
  evidenceMissing,
  listBusinessEvidence,
  removeBusinessEvidence,
} from '@exempta/contract/businesses/administration'
import { businessLimits } from '@exempta/contract/businesses/limits'
import { useQuery } from '@tanstack/react-query'
import { Download, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { z } from 'zod'
import { addressOf, call, sendForm } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { refreshAdmin, routeQuery } from '../../../lib/query.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ContractForm } from '../../../ui/contract-form.tsx'
import { ConfirmDialog, Dialog } from '../../../ui/dialogs.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormTextarea } from '../../../ui/form-field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { RelativeTime } from '../../../ui/text.tsx'
import { FileInput } from '../../../ui/text-input.tsx'
import { toast } from '../../../ui/toast.ts'

/** What speaks for the business being who it says it is. Only administrators see it. */
export function BusinessEvidence({ business }: { business: Business }) {
  const { id, taxId, website } = business
  const [isAdding, setAdding] = useState(false)
  const [inQuestion, setInQuestion] = useState<Evidence>()
  const { data, error } = useQuery(routeQuery(listBusinessEvidence, { params: { id } }))
  async function remove() {
    if (!inQuestion) return
    await call(removeBusinessEvidence, { params: { id, evidenceId: inQuestion.id } })
    toast.success('Deleted.')
    await refreshAdmin()
  }
  return (
    <Card
      title="Evidence"
      description="Notes and files for verifying this business. Only administrators see them."
    >
      <div className="grid gap-4">
        <Facts
          layout="rows"
          facts={[
            { label: 'Tax ID', value: taxId ?? 'Not provided' },
            {
              label: 'Website',
              value: <span className="[overflow-wrap:anywhere]">{website ?? 'Not provided'}</span>,
            },
          ]}
        />
        {error && !data && <p className="text-danger-ink">{errorText(error)}</p>}
        {data?.items.length === 0 && <p className="text-ink-muted">No notes or files yet.</p>}
        {data && data.items.length > 0 && (
          <ul aria-label="Evidence" className="grid gap-3">
            {data.items.map((item) => (
              <EvidenceItem key={item.id} businessId={id} item={item} onRemove={() => setInQuestion(item)} />
            ))}
          </ul>
        )}
        <Button variant="secondary" onClick={() => setAdding(true)}>
          <Plus aria-hidden className="size-4" />
          Add note or file
        </Button>
      </div>
      {isAdding && <AddEvidenceDialog businessId={id} onClose={() => setAdding(false)} />}
      <ConfirmDialog
        isOpen={inQuestion !== undefined}
        onOpenChange={(isOpen) => !isOpen && setInQuestion(undefined)}
        title="Delete evidence"
        question="This cannot be undone."
        subject={inQuestion?.file?.name ?? inQuestion?.note}
        confirmLabel="Delete"
        onConfirm={remove}
      />
    </Card>
  )
}

interface EvidenceItemProps {
  businessId: string
  item: Evidence
  onRemove: () => void
}

function EvidenceItem({ businessId, item, onRemove }: EvidenceItemProps) {
  const { id, note, file, addedBy, addedAt } = item
  return (
    <li className="flex items-start justify-between gap-2 rounded-control border border-line p-3">
      <div className="grid min-w-0 gap-1 [overflow-wrap:anywhere]">
        {note && <p className="whitespace-pre-line">{note}</p>}
        {file && (
          <a
            href={addressOf(downloadBusinessEvidence, { params: { id: businessId, evidenceId: id } })}
            download
            className="inline-flex items-center gap-1.5 font-medium text-accent-ink underline underline-offset-4"
          >
            <Download aria-hidden className="size-4 shrink-0" />
            {file.name}
          </a>
        )}
        <p className="text-xs text-ink-muted">
          {addedBy ?? 'Deleted account'} · <RelativeTime at={addedAt} />
        </p>
      </div>
      <IconButton
        label={`Delete ${file?.name ?? 'note'}`}
        icon={<Trash2 aria-hidden />}
        tone="danger"
        onClick={onRemove}
      />
    </li>
  )
}

const schema = EvidenceForm.extend({
  file: z
    .custom<File>((value) => value instanceof File)
    .refine((file) => file.size <= businessLimits.evidenceMaxBytes, 'Please choose a file of at most 10 MB')
    .nullable(),
}).refine(({ note, file }) => note !== '' || file !== null, { path: ['note'], message: evidenceMissing })

function AddEvidenceDialog({ businessId, onClose }: { businessId: string; onClose: () => void }) {
  async function add({ note, file }: z.output<typeof schema>) {
    const form = new FormData()
    form.append('note', note)
    if (file) form.append('file', file, file.name)
    await sendForm(addBusinessEvidence, form, { params: { id: businessId } })
    toast.success('Added to the evidence.')
    onClose()
    await refreshAdmin()
  }
  return (
    <Dialog isOpen onOpenChange={onClose} title="Add note or file">
      <ContractForm
        schema={schema}
        defaultValues={{ note: '', file: null }}
        submitLabel="Add"
        onCancel={onClose}
        onSubmit={add}
      >
        <FormTextarea
          name="note"
          label="Note"
          isRequired={false}
          rows={4}
          hint="For example: what you checked, and where."
        />
        <FileField />
      </ContractForm>
    </Dialog>
  )
}

function FileField() {
  const { field, fieldState } = useController({ name: 'file' })
  return (
    <Field
      label="File"
      isRequired={false}
      hint="PDF, JPG or PNG, up to 10 MB"
      error={fieldState.error?.message}
    >
      <FileInput
        inputRef={field.ref}
        accept=".pdf,.jpg,.jpeg,.png"
        onFile={(file) => field.onChange(file ?? null)}
        onBlur={field.onBlur}
      />
    </Field>
  )
}
