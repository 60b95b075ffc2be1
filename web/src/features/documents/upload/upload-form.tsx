import { documentLimits } from '@exempta/contract/documents/limits'
import { texts } from '@exempta/contract/texts'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useMediaQuery } from '../../../lib/hooks.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { TextLink } from '../../../ui/text.tsx'
import { useDocumentProgress } from '../document-progress.ts'
import { CameraButton } from './camera-button.tsx'
import { CardMarks, HidingOptions } from './upload-options.tsx'
import { type Uploads, useUploads } from './upload-store.ts'

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

interface UploadBarProps {
  uploading: Uploads
  /** A side of the card was announced, but no file shows it. */
  isMissingSide: boolean
  canSend: boolean
  onProcess: () => void
}

/** Stays at the lower edge: what is going on, and the button that starts it. */
function UploadBar({ uploading, isMissingSide, canSend, onProcess }: UploadBarProps) {
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
