import { type CardSide, cardSides } from '@exempta/contract/documents'
import { CircleCheck, CreditCard, FileText, Image, TriangleAlert, X } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { onDemand } from '../../../lib/on-demand.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { TextLink } from '../../../ui/text.tsx'
import { RetryButton } from '../document-actions.tsx'
import type { PhotoTrouble } from './photo-check.ts'
import { ReplacePhoto } from './replace-photo.tsx'
import { canShowCard, type Upload } from './upload-state.ts'
import type { Uploads } from './upload-store.ts'

const BetterPhoto = onDemand(async () => (await import('./better-photo.tsx')).BetterPhoto)

const sizeWords = (bytes: number) =>
  bytes === 0 ? '0 bytes' : `${Math.max(0.01, bytes / 1024 ** 2).toFixed(2)} MB`

function Thumbnail({ upload: { look, side, file } }: { upload: Upload }) {
  const Icon = side ? CreditCard : file.type.startsWith('image/') ? Image : FileText
  return (
    <span className="inline-flex size-14 shrink-0 items-center justify-center overflow-hidden rounded-md border border-line bg-subtle text-ink-muted">
      {look?.thumbnail ? (
        <img src={look.thumbnail} alt="" className="size-full object-cover" />
      ) : (
        <Icon aria-hidden className="size-5" />
      )}
    </span>
  )
}

const sideNames: Record<CardSide, string> = { front: 'Front', back: 'Back' }

interface SideChipsProps {
  upload: Upload
  isDisabled: boolean
  onSide: (side: CardSide | null) => void
}

/** Whether the file shows a payment card, and which side of it. */
function SideChips({ upload: { key, file, side }, isDisabled, onSide }: SideChipsProps) {
  const chip = (value: CardSide | null, label: string) => (
    <label
      key={label}
      className="relative inline-flex min-h-7 items-center rounded-full border border-line-strong/60 px-3 py-0.5 text-sm has-checked:border-accent has-checked:bg-accent-soft has-checked:font-medium has-checked:text-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus has-disabled:opacity-60"
    >
      <input
        type="radio"
        name={`side-${key}`}
        value={value ?? 'none'}
        checked={side === value}
        disabled={isDisabled}
        onChange={() => onSide(value)}
        className="absolute inset-0 size-full cursor-pointer scroll-mb-32 opacity-0 disabled:cursor-not-allowed"
      />
      {label}
    </label>
  )
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">What {file.name} shows</legend>
      {cardSides.map((each) => chip(each, sideNames[each]))}
      {chip(null, 'Not a card')}
    </fieldset>
  )
}

const hints: Record<PhotoTrouble, (thing: string) => string> = {
  dark: () => 'This photo looks dark. Turn on a light or move closer to a window.',
  blurred: () => 'This photo looks blurry. Hold your phone still and tap the screen to focus.',
  'cut-off': (thing) =>
    `Part of the ${thing} may be cut off. Move back until all four corners are in the picture.`,
}

interface PhotoHintProps {
  upload: Upload
  isDisabled: boolean
  onReplace: (file: File) => void
}

/** What this device noticed about a photo. It only advises: the photo can be sent as it is. */
function PhotoHint({ upload: { look, side, file }, isDisabled, onReplace }: PhotoHintProps) {
  if (!look?.trouble) return null
  return (
    <div className="grid gap-2 rounded-control bg-warning-soft px-3 py-2 text-warning-ink">
      <p role="status" className="flex gap-2">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
        {hints[look.trouble](side ? 'card' : 'page')}
      </p>
      <ReplacePhoto name={file.name} isDisabled={isDisabled} onPhoto={onReplace} />
    </div>
  )
}

interface UploadItemProps {
  upload: Upload
  isClosed: boolean
  onSide: (side: CardSide | null) => void
  onRemove: () => void
  onReplace: (file: File) => void
  onSendAgain: () => void
}

/** One chosen file: what it shows, how far it got, and what to do when it was refused. */
function UploadItem({ upload, isClosed, onSide, onRemove, onReplace, onSendAgain }: UploadItemProps) {
  const { key, file, side, state, detail, percent, document, needsBetterPhoto } = upload
  const isMoving = state === 'sending' || state === 'processing'
  const canChange = state === 'chosen' || state === 'failed'
  return (
    <li
      data-upload={key}
      tabIndex={-1}
      className="flex scroll-mt-20 items-start gap-3 px-4 py-3 outline-offset-[-2px]"
    >
      <Thumbnail upload={upload} />
      <div className="grid min-w-0 flex-1 gap-1.5">
        {isMoving ? (
          <Progress label={file.name} percent={percent} detail={detail} />
        ) : state === 'done' && document ? (
          <span className="flex flex-wrap items-center justify-between gap-x-4">
            <TextLink to={`/user/documents/${document.id}`} className="[overflow-wrap:anywhere]">
              {file.name}
            </TextLink>
            <span className="flex items-center gap-1.5 text-success-ink">
              <CircleCheck aria-hidden className="size-4 text-success" />
              {detail}
            </span>
          </span>
        ) : (
          <span className="font-medium [overflow-wrap:anywhere]">{file.name}</span>
        )}
        <span className="flex flex-wrap items-center gap-2 text-ink-muted tabular-nums">
          {sizeWords(file.size)}
          {side && !canChange && (
            <Badge tone="accent">{side === 'front' ? 'Front of card' : 'Back of card'}</Badge>
          )}
        </span>
        {canChange && canShowCard(file) && (
          <SideChips upload={upload} isDisabled={isClosed} onSide={onSide} />
        )}
        {state === 'chosen' && <PhotoHint upload={upload} isDisabled={isClosed} onReplace={onReplace} />}
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
        {needsBetterPhoto && (
          <BetterPhoto name={file.name} side={side} isDisabled={isClosed} onPhoto={onReplace} />
        )}
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
      {!isMoving && state !== 'done' && (
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

/** Shows the first file that is refused, once for each time that files are sent. */
function useRefusalInView(list: RefObject<HTMLElement | null>, uploads: readonly Upload[]): void {
  const refused = uploads.filter(({ state }) => state === 'failed').map(({ key }) => key)
  const seen = useRef<readonly string[]>([])
  const isMoving = uploads.some(({ state }) => state === 'sending' || state === 'processing')
  const hasShown = useRef(false)
  useEffect(() => {
    const [next] = refused.filter((key) => !seen.current.includes(key))
    seen.current = refused
    if (next && !hasShown.current) showUpload(list.current, next)
    hasShown.current = isMoving && (hasShown.current || next !== undefined)
  })
}

/** Shows a file of the list with what is said about it. People who are typing keep the focus. */
function showUpload(list: HTMLElement | null, key: string): void {
  const item = list?.querySelector<HTMLElement>(`[data-upload="${CSS.escape(key)}"]`)
  item?.scrollIntoView({ block: 'start' })
  if (!document.activeElement?.matches('textarea, input:not([type=checkbox], [type=radio])')) {
    item?.focus({ preventScroll: true })
  }
}

interface UploadListProps {
  uploads: readonly Upload[]
  isClosed: boolean
  store: Uploads['store']
}

export function UploadList({ uploads, isClosed, store }: UploadListProps) {
  const list = useRef<HTMLUListElement>(null)
  useRefusalInView(list, uploads)
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
          onSide={(side) => store.mark(upload.key, side)}
          onRemove={() => remove(upload.key)}
          onReplace={(file) => store.replace(upload.key, file)}
          onSendAgain={() => void store.send([upload.key], true)}
        />
      ))}
    </ul>
  )
}
