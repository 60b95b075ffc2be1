import { uploadDocuments } from '@exempta/contract/documents/files'
import { documentLimits } from '@exempta/contract/documents/limits'
import { texts } from '@exempta/contract/texts'
import { useState } from 'react'
import { sendForm } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { Banner } from '../../../ui/banner.tsx'
import { SectionSpinner } from '../../../ui/loading.tsx'
import { FileDrop } from './file-drop.tsx'

interface UploadOneProps {
  label: string
  /** Also called for a file that was uploaded before. */
  onUploaded: (documentId: string) => void
}

/** Takes a single file, for a page that goes on with it. */
export function UploadOne({ label, onUploaded }: UploadOneProps) {
  const [isSending, setSending] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  async function send(file: File) {
    setSending(true)
    setTrouble(undefined)
    const form = new FormData()
    form.append('document', file, file.name)
    try {
      const [answer] = (await sendForm(uploadDocuments, form)).files
      if (!answer || answer.outcome === 'refused') setTrouble(answer?.text ?? texts.upload.failed)
      else onUploaded(answer.document.id)
    } catch (error) {
      setTrouble(errorText(error, texts.upload.failed))
    }
    setSending(false)
  }
  return (
    <div className="grid gap-3">
      {isSending ? (
        <SectionSpinner />
      ) : (
        <FileDrop
          label={label}
          hint={`PDF, JPG or PNG, up to ${documentLimits.uploadMaxBytes / 1024 ** 2} MB`}
          maxFiles={1}
          onFiles={([file]) => file && void send(file)}
        />
      )}
      {trouble && <Banner tone="danger">{trouble}</Banner>}
    </div>
  )
}
