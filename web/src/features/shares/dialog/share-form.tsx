import { limits } from '@exempta/contract/limits'
import { NewShares, type ShareReceiver, shareDocuments } from '@exempta/contract/shares'
import { texts } from '@exempta/contract/texts'
import type { z } from 'zod'
import { call } from '../../../lib/api.ts'
import { ContractForm } from '../../../ui/contract-form.tsx'
import { FormTextarea } from '../../../ui/form-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { useFocusOnMount } from '../../../ui/use-focus-on-mount.ts'
import { refreshShares } from '../refresh-shares.ts'
import { ChosenDocuments } from './chosen-documents.tsx'
import { ReceiverPreview } from './receiver-preview.tsx'
import { Receivers } from './receivers.tsx'
import type { ShareableDocument } from './share-dialog.tsx'
import { shareFailure } from './share-failure.ts'
import { ShareOptions } from './share-options.tsx'
import { sharedWords } from './shared-words.ts'

interface ShareFormProps {
  documents: readonly ShareableDocument[]
  onDocuments: (documents: readonly ShareableDocument[]) => void
  receivers: readonly ShareReceiver[]
  onCancel: () => void
  onShared: () => void
}

export function ShareForm({ documents, onDocuments, receivers, onCancel, onShared }: ShareFormProps) {
  const focused = useFocusOnMount()
  async function share(values: z.output<typeof NewShares>) {
    const answer = await call(shareDocuments, { body: values }).catch((error: unknown) => {
      throw shareFailure(error)
    })
    const receiverCount = values.businessIds.length + values.emails.length
    toast.success(sharedWords(answer, values.documentIds.length, receiverCount))
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
          expiresInDays: limits.emailShareDays,
          canDownload: true,
          hasWatermark: false,
          tellsFirstView: false,
        }}
        onSubmit={share}
        submitLabel="Share"
        failedText={texts.documents.shareFailed}
        onCancel={onCancel}
      >
        <div ref={focused} className="grid gap-x-8 gap-y-5 md:grid-cols-[minmax(0,1fr)_18rem]">
          <div className="grid content-start gap-5">
            <Receivers start={receivers} />
            <FormTextarea
              name="message"
              label="Message"
              aside={
                <span className="text-ink-muted">
                  Optional, up to {limits.shareMessageLength.toLocaleString()} characters
                </span>
              }
              isRequired={false}
              rows={3}
            />
            <ShareOptions />
          </div>
          <div className="grid content-start gap-5">
            <ReceiverPreview documents={documents} />
            <ChosenDocuments documents={documents} onChange={onDocuments} />
          </div>
        </div>
      </ContractForm>
    </div>
  )
}
