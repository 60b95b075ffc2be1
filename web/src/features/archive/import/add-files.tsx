import { createArchiveImport } from '@exempta/contract/archive'
import { archiveLimits } from '@exempta/contract/archive/limits'
import { documentLimits } from '@exempta/contract/documents/limits'
import { FilePlus2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useDropzone } from 'react-dropzone'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { classNames } from '../../../lib/class-names.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import type { ChosenFile } from './convert-photo.ts'
import { startUpload } from './uploads.ts'
import { count } from './words.ts'

const megabytes = documentLimits.uploadMaxBytes / 1024 ** 2

interface AddFilesProps {
  /** Files are added to this import; without it, a new one is started. */
  importId: string | undefined
  onStarted: (importId: string) => void
}

/** Files and whole folders, dropped or chosen. */
export function AddFiles({ importId, onStarted }: AddFilesProps) {
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const [isStarting, setStarting] = useState(false)
  const [trouble, setTrouble] = useState<string>()

  async function add(chosen: readonly ChosenFile[]) {
    const wanted = chosen.filter(({ path }) => !isOfSystem(path))
    if (wanted.length === 0) {
      setTrouble('There are no files in this folder.')
      return
    }
    if (wanted.length > archiveLimits.files) {
      setTrouble(
        `These are ${count(wanted.length)} files. One import can have up to ${count(archiveLimits.files)}, so add them in parts.`,
      )
      return
    }
    setStarting(true)
    setTrouble(undefined)
    try {
      const id = importId ?? (await call(createArchiveImport)).id
      void startUpload(id, wanted)
      onStarted(id)
    } catch (error) {
      setTrouble(errorText(error))
    } finally {
      setStarting(false)
    }
  }
  const { getRootProps, isDragActive } = useDropzone({
    noClick: true,
    noKeyboard: true,
    onDrop: (dropped) => void add(dropped.map((file) => ({ file, path: pathOf(file) }))),
  })
  const choose = (input: HTMLInputElement) => {
    const chosen = [...(input.files ?? [])].map((file) => ({ file, path: pathOf(file) }))
    // The same files can be chosen again.
    input.value = ''
    if (chosen.length > 0) void add(chosen)
  }
  return (
    <div
      {...getRootProps()}
      className={classNames(
        'grid justify-items-center gap-4 rounded-card border-2 border-dashed px-6 text-center transition-colors',
        importId ? 'py-5' : 'py-10',
        isDragActive ? 'border-accent bg-accent-soft' : 'border-line-strong/60 bg-surface',
      )}
    >
      <span
        className={classNames(
          'size-12 items-center justify-center rounded-full bg-accent-soft text-accent-ink',
          importId ? 'hidden' : 'inline-flex',
        )}
      >
        <FilePlus2 aria-hidden className="size-6" />
      </span>
      <div className="grid gap-1">
        <p className="font-medium">{importId ? 'Add more: drop' : 'Drop'} files or folders here</p>
        <p className="text-sm text-ink-muted">
          PDF, JPG, PNG or TIFF, up to {megabytes} MB and {documentLimits.documentPages} pages each, or ZIP
          files. Up to {count(archiveLimits.files)} files and 20 GB at once. We hide private numbers first,
          and we don’t keep the originals.
        </p>
      </div>
      {trouble && <Banner tone="danger">{trouble}</Banner>}
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label="Files with certificates"
        onChange={({ target }) => choose(target)}
      />
      <input
        ref={(input) => {
          folder.current = input
          input?.setAttribute('webkitdirectory', '')
        }}
        type="file"
        hidden
        aria-label="Folder with certificates"
        onChange={({ target }) => choose(target)}
      />
      <div className="flex flex-wrap justify-center gap-2">
        <Button isLoading={isStarting} onClick={() => files.current?.click()}>
          Choose files
        </Button>
        <Button variant="secondary" isLoading={isStarting} onClick={() => folder.current?.click()}>
          Choose a folder
        </Button>
      </div>
    </div>
  )
}

/** Dropped folders have the path in a field of react-dropzone, chosen ones in one of the browser. */
const pathOf = (file: File & { path?: string }): string =>
  (file.webkitRelativePath || file.path || file.name).replace(/^\.?\//, '')

/** Files that computers keep in folders for themselves. */
const isOfSystem = (path: string) => /(^|\/)(\.[^/]*|thumbs\.db|desktop\.ini|__macosx\/.*)$/i.test(path)
