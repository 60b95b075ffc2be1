import { documentLimits } from '@exempta/contract/documents/limits'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useMediaQuery } from '../../../lib/hooks.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { useDocumentProgress } from '../document-progress.ts'
import { CameraButton } from './camera-button.tsx'
import { UploadBar } from './upload-bar.tsx'
import { CardMarks, HidingOptions } from './upload-options.tsx'
import { useUploads } from './upload-store.ts'

/** The code for dropping files is large, so it comes after the page; until then its place is kept. */
const FileDrop = onDemand(
  async () => (await import('./file-drop.tsx')).FileDrop,
  <Skeleton className="h-63 rounded-card sm:h-58" label="Loading…" />,
)
const StillProcessing = onDemand(async () => (await import('./still-processing.tsx')).StillProcessing)
/** Loaded with the first file. */
const UploadList = onDemand(async () => (await import('./upload-list.tsx')).UploadList)

interface Leaving {
  isSending: boolean
  isDone: boolean
  onDone: () => void
  clear: () => void
}

/** Goes on by itself when all is done; asks before the tab is closed on files that are not sent yet. */
function useLeaving({ isSending, isDone, onDone, clear }: Leaving): void {
  const leave = useEffectEvent(onDone)
  const forget = useEffectEvent(clear)
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => leave(), documentLimits.uploadRedirectMs)
    return () => {
      clearTimeout(timer)
      // The result has been shown, so the next visit starts with an empty form.
      forget()
    }
  }, [isDone])
  useEffect(() => {
    if (!isSending) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isSending])
}

const megabyte = 1024 * 1024
const hint = `PDF, JPG or PNG, up to ${documentLimits.uploadMaxBytes / megabyte} MB each, ${documentLimits.uploadMaxFiles} at once`

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
  const isTouch = useMediaQuery('(pointer: coarse)')
  useLeaving({ isSending, isDone, onDone, clear: () => store.clear() })

  const isClosed = isBusy || isDone
  const room = documentLimits.uploadMaxFiles - uploads.length
  const sendable = uploads.filter(({ canSend }) => canSend).map(({ key }) => key)

  function process() {
    setChecked(true)
    const [unnamed] = unnamedSides
    if (!unnamed) return void store.send(sendable)
    form.current?.querySelector<HTMLElement>(`input[type=radio][value=${unnamed}]:enabled`)?.focus()
  }
  return (
    <div ref={form} className="grid grid-cols-1 gap-6">
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
        <div className="grid grid-cols-1 gap-6">
          <FileDrop
            label={isTouch ? 'Take a photo or choose files' : 'Drag and drop files here'}
            browseLabel={isTouch ? 'Choose files' : 'Browse files'}
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
        </div>
      </div>
      <UploadBar
        uploading={uploading}
        isMissingSide={isChecked && unnamedSides.length > 0}
        canSend={sendable.length > 0 && !isClosed}
        onProcess={process}
      />
    </div>
  )
}
