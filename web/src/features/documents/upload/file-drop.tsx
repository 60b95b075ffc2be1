import { acceptedUploadTypes, documentLimits } from '@exempta/contract/documents/limits'
import { fill, texts } from '@exempta/contract/texts'
import { FileUp } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { ErrorCode, type FileRejection, useDropzone } from 'react-dropzone'
import { classNames } from '../../../lib/class-names.ts'

interface FileDropProps {
  label: string
  hint?: string
  onFiles: (files: File[]) => void
  accept?: Record<string, readonly string[]>
  maxBytes?: number
  maxFiles?: number
  isDisabled?: boolean
  browseLabel?: string
  /** Other ways to bring a file, beside Browse. */
  children?: ReactNode
}

/** Drop files or browse for them. Wrong ones are named with the specified words; right ones are handed on. */
export function FileDrop({
  label,
  hint,
  onFiles,
  accept = acceptedUploadTypes,
  maxBytes = documentLimits.uploadMaxBytes,
  maxFiles = documentLimits.uploadMaxFiles,
  isDisabled = false,
  browseLabel = 'Browse files',
  children,
}: FileDropProps) {
  const id = useId()
  const [rejections, setRejections] = useState<readonly FileRejection[]>([])
  const endings = Object.values(accept).flat()
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    accept: Object.fromEntries(Object.entries(accept).map(([type, names]) => [type, [...names]])),
    maxSize: maxBytes,
    maxFiles,
    disabled: isDisabled,
    noClick: true,
    noKeyboard: true,
    onDrop(accepted, rejected) {
      setRejections(rejected)
      if (accepted.length > 0) onFiles(accepted)
    },
  })
  const words = (rejection: FileRejection) =>
    rejection.errors.map(({ code, message }) => {
      if (code === ErrorCode.FileInvalidType)
        return fill(texts.upload.wrongType, { types: endings.join(', ') })
      if (code === ErrorCode.FileTooLarge) return fill(texts.upload.tooLarge, { bytes: maxBytes })
      return code === ErrorCode.TooManyFiles ? texts.upload.tooMany : message
    })
  return (
    <div className="grid gap-3">
      <div
        {...getRootProps()}
        className={classNames(
          'grid justify-items-center gap-3 rounded-card border-2 border-dashed px-6 py-10 text-center transition-colors',
          isDragActive ? 'border-accent bg-accent-soft' : 'border-line-strong/60 bg-surface',
          isDisabled && 'opacity-60',
        )}
      >
        <span className="inline-flex size-12 items-center justify-center rounded-full bg-accent-soft text-accent-ink">
          <FileUp aria-hidden className="size-6" />
        </span>
        <div className="grid gap-1">
          <p className="font-medium">{label}</p>
          {hint && (
            <p id={`${id}-hint`} className="text-sm text-ink-muted">
              {hint}
            </p>
          )}
        </div>
        <input {...getInputProps({ 'aria-label': label })} />
        <button
          type="button"
          disabled={isDisabled}
          onClick={open}
          aria-describedby={hint ? `${id}-hint` : undefined}
          className="rounded-sm font-medium text-accent-ink underline underline-offset-4 disabled:cursor-not-allowed"
        >
          {browseLabel}
        </button>
        {children}
      </div>
      {rejections.length > 0 && (
        <ul role="alert" className="grid gap-1 text-sm text-danger-ink">
          {rejections.map((rejection) => (
            <li key={rejection.file.name}>
              <strong className="font-semibold break-all">{rejection.file.name}</strong>:{' '}
              {words(rejection).join('. ')}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
