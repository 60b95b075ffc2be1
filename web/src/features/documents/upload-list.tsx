import { X } from 'lucide-react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Progress } from '../../ui/progress.tsx'
import type { Upload } from './use-uploads.ts'

interface UploadListProps {
  uploads: readonly Upload[]
  isDisabled: boolean
  onRemove: (key: string) => void
}

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(2)} MB`

export function UploadList({ uploads, isDisabled, onRemove }: UploadListProps) {
  return (
    <ul aria-label="Chosen files" className="grid gap-3">
      {uploads.map(({ key, file, state, detail, percent }) => (
        <li
          key={key}
          className="flex items-center gap-3 rounded-card border border-line bg-surface px-4 py-3"
        >
          <div className="grid min-w-0 flex-1 gap-1">
            {state === 'sending' || state === 'processing' || state === 'done' ? (
              <Progress label={file.name} percent={percent} detail={detail} />
            ) : (
              <span className="truncate font-medium">{file.name}</span>
            )}
            <span className="text-sm text-ink-muted">{megabytes(file.size)}</span>
            {state === 'failed' && (
              <span role="alert" className="text-sm text-danger-ink">
                {detail}
              </span>
            )}
          </div>
          {(state === 'chosen' || state === 'failed') && (
            <IconButton
              label={`Remove ${file.name}`}
              icon={<X aria-hidden className="size-4" />}
              disabled={isDisabled}
              onClick={() => onRemove(key)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
