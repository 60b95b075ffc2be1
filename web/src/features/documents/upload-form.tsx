import { limits } from '@exempta/contract/limits'
import { texts } from '@exempta/contract/texts'
import { useEffect, useEffectEvent } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { CardMarks } from './card-marks.tsx'
import { UploadList } from './upload-list.tsx'
import { useDocumentProgress } from './use-document-progress.ts'
import { useUploads } from './use-uploads.ts'

const megabyte = 1024 * 1024

/** Choose files, say which show a card, process them; `onDone` follows the success text. */
export function UploadForm({ onDone }: { onDone: () => void }) {
  useDocumentProgress()
  const { uploads, isBusy, isDone, add, remove, mark, send } = useUploads()
  const isClosed = isBusy || isDone
  const leave = useEffectEvent(onDone)
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => leave(), limits.uploadRedirectMs)
    return () => clearTimeout(timer)
  }, [isDone])
  return (
    <div className="grid gap-6">
      <FileDrop
        label="Drag and drop files here"
        hint={`PDF, JPG or PNG, up to ${limits.uploadMaxBytes / megabyte} MB each, ${limits.uploadMaxFiles} at once`}
        maxFiles={limits.uploadMaxFiles}
        isDisabled={isClosed}
        onFiles={add}
      />
      {uploads.length > 0 && <UploadList uploads={uploads} isDisabled={isClosed} onRemove={remove} />}
      <CardMarks uploads={uploads} isDisabled={isClosed} onMark={mark} />
      {isDone && <Banner tone="success">{texts.upload.done}</Banner>}
      <div>
        <Button disabled={uploads.length === 0 || isClosed} onClick={() => void send()}>
          {isDone ? 'Processed Successfully!' : isBusy ? 'Processing...' : 'Process Documents'}
        </Button>
      </div>
    </div>
  )
}
