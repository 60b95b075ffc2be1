import { texts } from '@exempta/contract/texts'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { TextLink } from '../../../ui/text.tsx'
import type { Uploads } from './upload-store.ts'

interface UploadBarProps {
  uploading: Uploads
  /** A side of the card was announced, but no file shows it. */
  isMissingSide: boolean
  canSend: boolean
  onProcess: () => void
}

/** Stays at the lower edge: what is going on, and the button that starts it. */
export function UploadBar({ uploading, isMissingSide, canSend, onProcess }: UploadBarProps) {
  const { isBusy, isDone } = uploading
  return (
    <div className="sticky bottom-4 z-20 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-card border border-line bg-raised px-4 py-3 shadow-float">
      <div role="status" className="min-w-0 flex-1 basis-56">
        <BarMessage uploading={uploading} isMissingSide={isMissingSide} />
      </div>
      <Button className="max-sm:w-full" disabled={!canSend} onClick={onProcess}>
        {isDone ? 'Processed Successfully!' : isBusy ? 'Processing...' : 'Process Documents'}
      </Button>
    </div>
  )
}

function BarMessage({ uploading, isMissingSide }: Pick<UploadBarProps, 'uploading' | 'isMissingSide'>) {
  const { uploads, isSending, isBusy, isDone, unnamedSides } = uploading
  const count = (state: (typeof uploads)[number]['state']) =>
    uploads.filter((one) => one.state === state).length
  if (isDone) return <Message tone="success">{texts.upload.done}</Message>
  if (isSending) return <Message>We’re uploading your files. Please keep this page open.</Message>
  if (isBusy) return <Message>You can leave this page. We’ll notify you when it’s done.</Message>
  if (isMissingSide) {
    return <Message tone="warning">Mark the file that shows the {unnamedSides[0]} of your card.</Message>
  }
  if (count('done') > 0) {
    return (
      <Message tone="warning">
        {count('done')} of {uploads.length} files are processed. Check the others in the list. The processed
        ones are in <TextLink to="/user/documents">My Documents</TextLink>.
      </Message>
    )
  }
  if (count('failed') > 0) {
    const words = count('failed') === 1 ? 'One file needs' : `${count('failed')} files need`
    return <Message tone="warning">{words} your attention. See the list for what to do.</Message>
  }
  if (uploads.length === 0) return <Message>Choose your files to get started.</Message>
  return <Message>{uploads.length === 1 ? '1 file chosen' : `${uploads.length} files chosen`}</Message>
}

const icons = {
  success: <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />,
  warning: <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />,
}

const Message = ({ tone, children }: { tone?: keyof typeof icons; children: ReactNode }) => (
  <p className="flex gap-2">
    {tone && icons[tone]}
    <span>{children}</span>
  </p>
)
