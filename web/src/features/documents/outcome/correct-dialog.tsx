import type { Document, DocumentRecipient } from '@exempta/contract/documents'
import { correctDocument, type UploadedFile } from '@exempta/contract/documents/files'
import { documentLimits } from '@exempta/contract/documents/limits'
import { texts } from '@exempta/contract/texts'
import { FileText } from 'lucide-react'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { sendForm } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { bytesInWords } from '../../../lib/format.ts'
import { queryClient } from '../../../lib/query.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs.tsx'
import { toast } from '../../../ui/toast.ts'
import { FileDrop } from '../upload/file-drop.tsx'

type Scope = 'one' | 'all'

interface ScopeChoiceProps {
  recipient: DocumentRecipient
  count: number
  scope: Scope
  onChange: (scope: Scope) => void
}

function ScopeChoice({ recipient, count, scope, onChange }: ScopeChoiceProps) {
  const name = useId()
  const choices: [Scope, string][] = [
    ['one', `Only ${recipient.name}`],
    ['all', count === 2 ? 'Both recipients' : `All ${count} recipients`],
  ]
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-medium">Who gets the corrected version?</legend>
      {choices.map(([value, label]) => (
        <label key={value} className="flex items-start gap-2.5 py-1">
          <input
            type="radio"
            name={name}
            checked={scope === value}
            onChange={() => onChange(value)}
            className="mt-0.5 size-4.5 shrink-0 accent-accent"
          />
          <span className="[overflow-wrap:anywhere]">{label}</span>
        </label>
      ))}
    </fieldset>
  )
}

interface CorrectDialogProps {
  document: Document
  /** The recipient who rejected it. */
  recipient: DocumentRecipient
  onClose: () => void
}

/** Takes another file in place of a rejected document. Its owner sees the result before anyone gets it. */
export function CorrectDialog({ document, recipient, onClose }: CorrectDialogProps) {
  const navigate = useNavigate()
  const [file, setFile] = useState<File>()
  const [scope, setScope] = useState<Scope>('one')
  const [isSending, setSending] = useState(false)
  const [trouble, setTrouble] = useState<string>()

  async function send() {
    if (!file) return setTrouble('Please choose a file')
    setSending(true)
    setTrouble(undefined)
    const form = new FormData()
    form.append('document', file, file.name)
    const input = { params: { id: document.id }, query: scope === 'one' ? { share: recipient.shareId } : {} }
    try {
      const { file: answer } = await sendForm(correctDocument, form, input)
      if (answer.outcome === 'refused') setTrouble(answer.text)
      else await finish(answer)
    } catch (error) {
      setTrouble(errorText(error, texts.upload.failed))
    }
    setSending(false)
  }
  async function finish({ document: added }: Exclude<UploadedFile, { outcome: 'refused' }>) {
    toast.success(`We uploaded ${added.name}. Look at the result, then send it.`)
    await Promise.all(
      ['documents', 'shares'].map((topic) => queryClient.invalidateQueries({ queryKey: [topic] })),
    )
    // It leaves the address with the question in it, so that Back does not ask again.
    void navigate(`/user/documents/${added.id}`, { replace: true })
  }
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && !isSending && onClose()}
      title="Upload a corrected version"
      description={`We hide the private details, and you look at the result. When you send it, it replaces ${document.name}.`}
      actions={
        <>
          <Button variant="secondary" disabled={isSending} onClick={onClose}>
            Cancel
          </Button>
          <Button isLoading={isSending} onClick={() => void send()}>
            Upload
          </Button>
        </>
      }
    >
      <div className="grid gap-5 pb-4">
        <div className="grid gap-1">
          <p className="font-medium [overflow-wrap:anywhere]">{recipient.name} rejected it</p>
          <blockquote className="border-l-4 border-danger pl-3 whitespace-pre-line [overflow-wrap:anywhere]">
            {recipient.rejectReason}
          </blockquote>
        </div>
        {file ? (
          <div className="flex items-center gap-3 rounded-card border border-line px-4 py-3">
            <FileText aria-hidden className="size-5 shrink-0 text-ink-muted" />
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              {file.name} <span className="text-ink-muted">{bytesInWords(file.size)}</span>
            </span>
            <Button variant="ghost" size="sm" disabled={isSending} onClick={() => setFile(undefined)}>
              Choose another
            </Button>
          </div>
        ) : (
          <FileDrop
            label="Drop the corrected file here"
            hint={`PDF, JPG or PNG, up to ${documentLimits.uploadMaxBytes / 1024 ** 2} MB`}
            maxFiles={1}
            onFiles={([chosen]) => {
              setFile(chosen)
              setTrouble(undefined)
            }}
          />
        )}
        {document.cardSide && (
          <p className="text-ink-muted">
            This is the {document.cardSide} of a payment card. We’ll check that its{' '}
            {document.cardSide === 'front' ? 'number' : 'security code'} is hidden before anyone sees it.
          </p>
        )}
        {document.recipients.length > 1 && (
          <ScopeChoice
            recipient={recipient}
            count={document.recipients.length}
            scope={scope}
            onChange={setScope}
          />
        )}
        {trouble && <Banner tone="danger">{trouble}</Banner>}
      </div>
    </Dialog>
  )
}
