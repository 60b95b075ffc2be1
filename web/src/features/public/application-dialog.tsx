import {
  ApplicationForm,
  type Position,
  positions,
  resumeTypes,
  submitApplication,
} from '@exempta/contract/admin/applications'
import { formLimits } from '@exempta/contract/public/limits'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { z } from 'zod'
import { sendForm } from '../../lib/api.ts'
import { TrapField, useFormStamp } from '../../shared/bot-trap.tsx'
import { Button } from '../../ui/button.tsx'
import { ContractForm } from '../../ui/contract-form.tsx'
import { Dialog } from '../../ui/dialogs.tsx'
import { Field } from '../../ui/field.tsx'
import { useFocusOnMount } from '../../ui/focus.ts'
import { FormTextarea, FormTextField } from '../../ui/form-field.tsx'
import { FileInput } from '../../ui/text-input.tsx'

function ResumeField() {
  const { field, fieldState } = useController({ name: 'resume' })
  return (
    <Field label="Resume" hint="PDF, DOC or DOCX, up to 10 MB" error={fieldState.error?.message} isRequired>
      <FileInput
        inputRef={field.ref}
        accept={Object.values(resumeTypes).join(',')}
        onFile={field.onChange}
        onBlur={field.onBlur}
      />
    </Field>
  )
}

const schema = ApplicationForm.omit({ stamp: true, position: true }).extend({
  resume: z
    .custom<File>((value) => value instanceof File, 'Please choose your resume')
    .refine((file) => /\.(?:pdf|docx?)$/i.test(file.name), 'Please choose a .pdf, .doc or .docx file')
    .refine((file) => file.size <= formLimits.resumeMaxBytes, 'Please choose a file of at most 10 MB'),
})

interface ApplicationDialogProps {
  position: Position
  onClose: () => void
}

export function ApplicationDialog({ position, onClose }: ApplicationDialogProps) {
  const stamp = useFormStamp()
  const [isSent, setIsSent] = useState(false)

  async function submit({ resume, ...fields }: z.output<typeof schema>) {
    const form = new FormData()
    const all = { position, ...fields, stamp: await stamp() }
    for (const [name, value] of Object.entries(all)) form.append(name, value)
    form.append('resume', resume, resume.name)
    await sendForm(submitApplication, form)
    setIsSent(true)
  }

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="lg"
      title={position === 'general' ? positions.general : `Apply for ${positions[position]}`}
    >
      {isSent ? (
        <ApplicationSent onClose={onClose} />
      ) : (
        <ContractForm
          schema={schema}
          defaultValues={{ name: '', email: '', phone: '', coverLetter: '', website: '' }}
          submitLabel="Submit Application"
          onCancel={onClose}
          onSubmit={submit}
        >
          <FormTextField name="name" label="Full Name" autoComplete="name" />
          <div className="grid gap-5 sm:grid-cols-2">
            <FormTextField name="email" label="Email" type="email" autoComplete="email" />
            <FormTextField name="phone" label="Phone" type="tel" autoComplete="tel" />
          </div>
          <ResumeField />
          <FormTextarea name="coverLetter" label="Cover Letter" isRequired={false} hint="Optional" rows={5} />
          <TrapField />
        </ContractForm>
      )}
    </Dialog>
  )
}

function ApplicationSent({ onClose }: { onClose: () => void }) {
  return (
    <div ref={useFocusOnMount()} role="status" className="grid justify-items-start gap-3 pb-4">
      <p className="text-base font-semibold">Thank you. We’ve received your application.</p>
      <p className="text-ink-muted">We’ve emailed you a confirmation. You’ll hear from us either way.</p>
      <Button onClick={onClose}>Done</Button>
    </div>
  )
}
