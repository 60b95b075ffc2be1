import { NewShares, type ShareRecipient, shareDocuments } from '@exempta/contract/sharing'
import { shareLimits } from '@exempta/contract/sharing/limits'
import { texts } from '@exempta/contract/texts'
import { useFormContext, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { call } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { ContractForm } from '../../../ui/contract-form.tsx'
import { Field } from '../../../ui/field.tsx'
import { useFocusOnMount } from '../../../ui/focus.ts'
import { FormTextarea } from '../../../ui/form-field.tsx'
import { Select } from '../../../ui/select.tsx'
import { toast } from '../../../ui/toast.ts'
import { refreshShares } from '../revoke-dialog.tsx'
import { sharedWords } from '../share-words.tsx'
import type { ShareableDocument } from './choose-documents.tsx'
import { ChosenDocuments } from './choose-documents.tsx'
import { Recipients } from './recipient-field.tsx'
import { RecipientPreview } from './recipient-preview.tsx'

/** The specified words, and the reason where there is one that helps. */
export function shareFailure(error: unknown): Error {
  const failed = texts.documents.shareFailed
  if (!(error instanceof ApiError) || error.code === 'internal') return new Error(failed, { cause: error })
  const { code, message, status, requestId, fields } = error
  return new ApiError(code, `${failed}. ${message}`, { status, requestId, fields })
}

type Values = z.input<typeof NewShares>

const choices = [1, 3, shareLimits.emailShareDays, 14, 30, 90, shareLimits.emailShareMaxDays].map((days) => ({
  value: String(days),
  label: days === 1 ? '1 day' : days === 365 ? '1 year' : `${days} days`,
}))

/** Recipients' permissions. The options for links appear with the first email address. */
function ShareOptions() {
  const { register, getFieldState, formState } = useFormContext<Values>()
  const emails = useWatch<Values, 'emails'>({ name: 'emails' }) ?? []
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">What recipients can do</legend>
      {emails.length > 0 && (
        <div className="grid gap-3 rounded-card border border-line bg-subtle/50 p-4">
          <Field
            label="Email links expire after"
            hint="To open a link, recipients confirm their address with a code we send them."
            error={getFieldState('expiresInDays', formState).error?.message}
          >
            <Select options={choices} {...register('expiresInDays', { valueAsNumber: true })} />
          </Field>
          <Checkbox
            label="Watermark"
            hint="Show the viewer’s address and the time across every page, on screen and in downloads."
            {...register('hasWatermark')}
          />
        </div>
      )}
      <Checkbox
        label="Recipients can download the file"
        hint="Otherwise they can only view the pages."
        {...register('canDownload')}
      />
      <Checkbox
        label="Email me when it’s first opened"
        hint="Once per recipient. You can see every later view on the document’s page."
        {...register('notifiesOnFirstView')}
      />
    </fieldset>
  )
}

interface ShareFormProps {
  documents: readonly ShareableDocument[]
  onDocuments: (documents: readonly ShareableDocument[]) => void
  recipients: readonly ShareRecipient[]
  onCancel: () => void
  onShared: () => void
}

export function ShareForm({
  documents,
  onDocuments,
  recipients: receivers,
  onCancel,
  onShared,
}: ShareFormProps) {
  const focused = useFocusOnMount()
  async function share(values: z.output<typeof NewShares>) {
    const answer = await call(shareDocuments, { body: values }).catch((error: unknown) => {
      throw shareFailure(error)
    })
    const recipientCount = values.businessIds.length + values.emails.length
    toast.success(sharedWords(answer, values.documentIds.length, recipientCount))
    onShared()
    await refreshShares()
  }
  return (
    <div className="pb-4">
      <ContractForm
        schema={NewShares}
        defaultValues={{
          documentIds: documents.map(({ id }) => id),
          businessIds: receivers.flatMap((one) => (one.kind === 'business' ? [one.id] : [])),
          emails: receivers.flatMap((one) => (one.kind === 'email' ? [one.address] : [])),
          message: '',
          expiresInDays: shareLimits.emailShareDays,
          canDownload: true,
          hasWatermark: false,
          notifiesOnFirstView: false,
        }}
        onSubmit={share}
        submitLabel="Share"
        failedText={texts.documents.shareFailed}
        onCancel={onCancel}
      >
        <div ref={focused} className="grid gap-x-8 gap-y-5 md:grid-cols-[minmax(0,1fr)_18rem]">
          <div className="grid content-start gap-5">
            <Recipients start={receivers} />
            <FormTextarea
              name="message"
              label="Message"
              aside={
                <span className="text-ink-muted">
                  Optional, up to {shareLimits.shareMessageLength.toLocaleString()} characters
                </span>
              }
              isRequired={false}
              rows={3}
            />
            <ShareOptions />
          </div>
          <div className="grid content-start gap-5">
            <RecipientPreview documents={documents} />
            <ChosenDocuments documents={documents} onChange={onDocuments} />
          </div>
        </div>
      </ContractForm>
    </div>
  )
}
