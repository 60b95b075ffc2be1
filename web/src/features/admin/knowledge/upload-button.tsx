import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { ApiError, errorText } from '../../../lib/api-error.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'

/** What a call says about a file, or else why it failed. */
export const failureWords = (error: unknown) =>
  (error instanceof ApiError && error.fields[0]?.message) || errorText(error)

interface UploadButtonProps {
  /** Names the file to be chosen. */
  label: string
  /** On the button. */
  action: string
  variant?: 'primary' | 'secondary'
  /** The part of the form that the file is sent as. */
  field: string
  accept: string
  /** Said while it's under way. */
  waiting: string
  send: (body: FormData) => Promise<void>
}

/** A button that sends one file, and says what became of it. */
export function UploadButton({
  label,
  action,
  variant = 'primary',
  field,
  accept,
  waiting,
  send,
}: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string>()
  async function sendFile(file: File) {
    setSending(true)
    setFailure(undefined)
    const body = new FormData()
    body.append(field, file, file.name)
    try {
      await send(body)
    } catch (error) {
      setFailure(failureWords(error))
    } finally {
      setSending(false)
    }
  }
  return (
    <div className="grid justify-items-start gap-3">
      <input
        ref={input}
        type="file"
        aria-label={label}
        accept={accept}
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file) void sendFile(file)
        }}
      />
      <Button variant={variant} isLoading={isSending} onClick={() => input.current?.click()}>
        <Upload aria-hidden className="size-4" />
        {action}
      </Button>
      {isSending && (
        <p role="status" className="text-ink-muted">
          {waiting}
        </p>
      )}
      {failure && <Banner tone="danger">{failure}</Banner>}
    </div>
  )
}
