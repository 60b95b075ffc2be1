import { CreditCard, FileText, Image, X } from 'lucide-react'
import { useRef } from 'react'
import { onDemand } from '../../../lib/on-demand.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { TextLink } from '../../../ui/text.tsx'
import { RetryButton } from '../document-actions.tsx'
import type { Upload } from './upload-state.ts'
import type { Uploads } from './upload-store.ts'

const BetterPhoto = onDemand(async () => (await import('./better-photo.tsx')).BetterPhoto)

interface UploadItemProps {
  upload: Upload
  isClosed: boolean
  onRemove: () => void
  onReplace: (file: File) => void
  onSendAgain: () => void
}

const megabytes = (bytes: number) => `${Math.max(0.01, bytes / 1024 / 1024).toFixed(2)} MB`

/** One chosen file: how large it is, how far it got, and what to do when it was refused. */
function UploadItem({ upload, isClosed, onRemove, onReplace, onSendAgain }: UploadItemProps) {
  const { file, side, state, detail, percent, document, needsBetterPhoto } = upload
  const Icon = side ? CreditCard : file.type.startsWith('image/') ? Image : FileText
  const isMoving = state === 'sending' || state === 'processing' || state === 'done'
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-muted" />
      <div className="grid min-w-0 flex-1 gap-1.5">
        {isMoving ? (
          <Progress label={file.name} percent={percent} detail={detail} />
        ) : (
          <span className="font-medium [overflow-wrap:anywhere]">{file.name}</span>
        )}
        <span className="flex flex-wrap items-center gap-2 text-ink-muted tabular-nums">
          {megabytes(file.size)}
          {side && <Badge tone="accent">{side === 'front' ? 'Front of card' : 'Back of card'}</Badge>}
        </span>
        {state === 'failed' && (
          <p role="alert" className="text-danger-ink">
            {detail}
          </p>
        )}
        {document?.failure?.canRetry && (
          <span>
            <RetryButton document={document} />
          </span>
        )}
        {needsBetterPhoto && <BetterPhoto name={file.name} side={side} onPhoto={onReplace} />}
        {state === 'known' && document && (
          <div className="flex flex-wrap items-center gap-3">
            <span role="status">
              {detail} <TextLink to={`/user/documents/${document.id}`}>Open it</TextLink>
            </span>
            <Button variant="secondary" size="sm" disabled={isClosed} onClick={onSendAgain}>
              Process again
            </Button>
          </div>
        )}
      </div>
      {!isMoving && (
        <IconButton
          label={`Remove ${file.name}`}
          size="sm"
          icon={<X aria-hidden />}
          disabled={isClosed}
          onClick={onRemove}
        />
      )}
    </li>
  )
}

interface UploadListProps {
  uploads: readonly Upload[]
  isClosed: boolean
  store: Uploads['store']
}

export function UploadList({ uploads, isClosed, store }: UploadListProps) {
  const list = useRef<HTMLUListElement>(null)
  function remove(key: string) {
    store.remove(key)
    // The pressed button disappears with its file, so the focus needs a new place.
    list.current?.focus()
  }
  return (
    <ul
      ref={list}
      tabIndex={-1}
      aria-label="Chosen files"
      className="divide-y divide-line rounded-card border border-line bg-surface outline-none"
    >
      {uploads.map((upload) => (
        <UploadItem
          key={upload.key}
          upload={upload}
          isClosed={isClosed}
          onRemove={() => remove(upload.key)}
          onReplace={(file) => store.replace(upload.key, file)}
          onSendAgain={() => void store.send([upload.key], true)}
        />
      ))}
    </ul>
  )
}
