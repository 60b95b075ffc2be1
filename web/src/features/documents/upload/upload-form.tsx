import { listDocuments } from '@exempta/contract/documents'
import { limits } from '@exempta/contract/limits'
import { texts } from '@exempta/contract/texts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { onDemand } from '../../../lib/on-demand.tsx'
import { routeQuery } from '../../../lib/query.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { TextLink } from '../../../ui/text.tsx'
import { progressPercent, progressWords, useDocumentProgress } from '../document-progress.ts'
import { CameraButton } from './camera-button.tsx'
import { FileDrop } from './file-drop.tsx'
import { CardMarks, HidingOptions } from './upload-options.tsx'
import { useUploads } from './upload-store.ts'

// Loaded with the first file: the page itself shows sooner.
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
    const timer = setTimeout(() => leave(), limits.uploadRedirectMs)
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

/** What was sent before this page was opened, or from another browser, and is not ready yet. */
function StillProcessing({ except }: { except: readonly string[] }) {
  const { data } = useQuery(routeQuery(listDocuments, { query: { status: 'processing' } }))
  const earlier = data?.items.filter(({ id }) => !except.includes(id)) ?? []
  if (earlier.length === 0) return null
  return (
    <Card
      title="Still processing"
      description="Uploaded earlier. You don’t need to wait here."
      actions={<TextLink to="/user/documents">My Documents</TextLink>}
    >
      <ul aria-label="Still processing" className="grid gap-4">
        {earlier.map(({ id, name, progress }) => (
          <li key={id}>
            <Progress
              label={name}
              percent={progress && progressPercent(progress)}
              detail={progress && progressWords(progress)}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}

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
          <p className="text-ink-muted">You can leave this page. We’ll notify you when it’s done.</p>
        )}
        {!isClosed && doneCount > 0 && (
          <Banner tone="warning">
            {doneCount} of {uploads.length} files are processed. Check the others in the list. The processed
            ones are in <TextLink to="/user/documents">My Documents</TextLink>.
          </Banner>
        )}
      </div>
    </div>
  )
}
