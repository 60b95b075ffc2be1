import { useRef } from 'react'
import type { Upload } from './as-upload.ts'
import { UploadItem } from './upload-item.tsx'
import type { Uploads } from './use-uploads.ts'

interface UploadListProps {
  uploads: readonly Upload[]
  isClosed: boolean
  store: Uploads['store']
}

export function UploadList({ uploads, isClosed, store }: UploadListProps) {
  const list = useRef<HTMLUListElement>(null)
  function remove(key: string) {
    store.remove(key)
    // The button that was pressed goes with its file.
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
