import { limits } from '@exempta/contract/limits'
import { texts } from '@exempta/contract/texts'
import { useRef, useState } from 'react'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { FileDrop } from '../../../ui/file-drop.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { useDocumentProgress } from '../use-document-progress.ts'
import { CameraButton } from './camera-button.tsx'
import { CardMarks } from './card-marks.tsx'
import { HidingOptions } from './hiding-options.tsx'
import { StillProcessing } from './still-processing.tsx'
import { UploadList } from './upload-list.tsx'
import { useLeaving } from './use-leaving.ts'
import { useUploads } from './use-uploads.ts'

const megabyte = 1024 * 1024
const hint = `PDF, JPG or PNG, up to ${limits.uploadMaxBytes / megabyte} MB each, ${limits.uploadMaxFiles} at once`

interface UploadFormProps {
  personId: string
  /** Follows the success text. */
  onDone: () => void
}

/** Choose files, say which show a card, process them. */
export function UploadForm({ personId, onDone }: UploadFormProps) {
  useDocumentProgress()
  const uploading = useUploads(personId)
  const { store, uploads, options, isSending, isBusy, isDone, unnamedSides } = uploading
  const [isChecked, setChecked] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  useLeaving({ isSending, isDone, onDone, clear: () => store.clear() })

  const isClosed = isBusy || isDone
  const room = limits.uploadMaxFiles - uploads.length
  const sendable = uploads.filter(({ canSend }) => canSend).map(({ key }) => key)
  const doneCount = uploads.filter(({ state }) => state === 'done').length

  function process() {
    setChecked(true)
    if (unnamedSides.length === 0) return void store.send(sendable)
    form.current?.querySelector<HTMLElement>(`select[name="${unnamedSides[0]}"]`)?.focus()
  }
  return (
    <div ref={form} className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
      <div className="grid grid-cols-1 gap-6">
        <FileDrop
          label="Drag and drop files here"
          hint={hint}
          maxFiles={Math.max(1, room)}
          isDisabled={isClosed || room < 1}
          onFiles={(files) => store.add(files)}
        >
          <CameraButton isDisabled={isClosed || room < 1} onPhoto={(photo) => store.add([photo])}>
            Take a photo
          </CameraButton>
        </FileDrop>
        {uploads.length > 0 && <UploadList uploads={uploads} isClosed={isClosed} store={store} />}
        <StillProcessing except={uploads.flatMap(({ document }) => document?.id ?? [])} />
      </div>
      <div className="grid grid-cols-1 gap-6">
        <CardMarks uploading={uploading} isDisabled={isClosed} isChecked={isChecked} />
        <HidingOptions options={options} isDisabled={isClosed} onChoose={(one) => store.choose(one)} />
        <Button size="lg" disabled={sendable.length === 0 || isClosed} onClick={process}>
          {isDone ? 'Processed Successfully!' : isBusy ? 'Processing...' : 'Process Documents'}
        </Button>
        {isDone && <Banner tone="success">{texts.upload.done}</Banner>}
        {isBusy && !isSending && (
          <p className="text-ink-muted">You can leave this page: we go on, and tell you when it is done.</p>
        )}
        {!isClosed && doneCount > 0 && (
          <Banner tone="warning">
            {doneCount} of {uploads.length} files are processed; see the others in the list. The processed
            ones are in <TextLink to="/user/documents">My Documents</TextLink>.
          </Banner>
        )}
      </div>
    </div>
  )
}
