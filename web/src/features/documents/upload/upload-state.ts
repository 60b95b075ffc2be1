import type { CardSide, Document, DocumentDetails, DocumentFailureCode } from '@exempta/contract/documents'
import type { UploadedFile, UploadRefusal, uploadOptions } from '@exempta/contract/documents/files'
import { documentLimits } from '@exempta/contract/documents/limits'
import { fill, texts } from '@exempta/contract/texts'
import { progressPercent, progressWords } from '../document-progress.ts'
import type { FileLook } from './look-at-file.ts'

export type UploadOptions = Partial<Record<(typeof uploadOptions)[number], boolean>>

/** What holds a file up: all slots are taken, or the server doesn't answer, as while it restarts. */
export type Waiting = 'busy' | 'unreachable'

/** A file that the person chose, and what became of it so far. */
export interface ChosenFile {
  key: string
  file: File
  side: CardSide | null
  /** What this device sees in it; undefined until it has looked. */
  look: FileLook | undefined
  /** The share that was sent, or what holds it up; null before and after. */
  sent: number | Waiting | null
  answer: UploadedFile | undefined
  /** Why it could not be sent. */
  trouble: string | undefined
}

let made = 0

const isTooLarge = ({ size }: File) => size > documentLimits.uploadMaxBytes

export const chosenFile = (file: File, side: CardSide | null = null): ChosenFile => ({
  key: `${++made}`,
  file,
  side,
  look: undefined,
  sent: null,
  answer: undefined,
  // Photos from a camera can be larger than the limit.
  trouble: isTooLarge(file)
    ? fill(texts.upload.tooLarge, { bytes: documentLimits.uploadMaxBytes })
    : undefined,
})

export const isSameFile = (one: File, other: File) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified

export type UploadStateName = 'chosen' | 'sending' | 'processing' | 'done' | 'known' | 'failed'

export type Upload = ChosenFile & {
  state: UploadStateName
  /** The words beside the bar, or why it failed. */
  detail: string
  percent: number | null
  /** What became of it on the server. */
  document: Document | undefined
  /** The same bytes may have more luck. */
  canSend: boolean
  /** A better picture may have more luck. */
  needsBetterPhoto: boolean
}

const passing: readonly UploadRefusal[] = [
  ...(['quota-documents', 'quota-bytes', 'quota-waiting'] as const),
  ...(['busy', 'not-processed'] as const),
]
const photoTroubles: readonly DocumentFailureCode[] = [
  ...(['unreadable', 'secret-remains', 'not-redacted'] as const),
  ...(['card-number-not-found', 'card-code-not-found'] as const),
]

/** The upload state of a chosen file; `fetched` is its document as the server last described it. */
export function toUpload(one: ChosenFile, fetched: DocumentDetails | undefined): Upload {
  const { answer, sent, trouble, file, look } = one
  const plain = { ...one, percent: null, document: undefined, canSend: false, needsBetterPhoto: false }
  if (sent !== null) return { ...plain, state: 'sending', ...sendingWords(one) }
  if (trouble) return { ...plain, state: 'failed', detail: trouble, canSend: !isTooLarge(file) }
  if (!answer && look?.refusal) return { ...plain, state: 'failed', detail: look.refusal }
  if (!answer) return { ...plain, state: 'chosen', detail: '', canSend: true }
  if (answer.outcome === 'refused') {
    const { text, code } = answer
    const needsBetterPhoto = code === 'card-refused'
    return { ...plain, state: 'failed', detail: text, canSend: passing.includes(code), needsBetterPhoto }
  }
  const document = fetched ?? answer.document
  const { status, failure, progress } = document
  if (status === 'failed') {
    const needsBetterPhoto = photoTroubles.some((code) => code === failure?.code) && isPicture(file)
    return { ...plain, document, state: 'failed', detail: failure?.text ?? '', needsBetterPhoto }
  }
  if (status === 'processed') {
    return answer.outcome === 'duplicate'
      ? { ...plain, document, state: 'known', detail: 'You’ve already uploaded this file.' }
      : { ...plain, document, state: 'done', detail: doneWords(document), percent: 100 }
  }
  return {
    ...plain,
    document,
    state: 'processing',
    detail: waitingWords(fetched) ?? (progress ? progressWords(progress) : ''),
    percent: afterSending(progress ? (progressPercent(progress) ?? 0) : 0),
  }
}

const doneWords = ({ needsCheck }: Document) => (needsCheck ? 'Check before sharing' : 'Processed')

const waitingWords = (fetched: DocumentDetails | undefined) =>
  fetched?.queuePlace && fetched.progress?.page === 0
    ? `Number ${fetched.queuePlace} in the queue`
    : undefined

function sendingWords({ sent, side }: ChosenFile): Pick<Upload, 'detail' | 'percent'> {
  if (sent === 'busy') return { percent: null, detail: 'We’re busy. Waiting for a free slot…' }
  if (typeof sent !== 'number')
    return { percent: null, detail: 'Connection lost. The upload continues when it’s back…' }
  const percent = Math.round(sent * 100)
  const detail = percent < 100 ? `Uploading ${percent}%` : side ? 'Reading the card…' : 'Checking…'
  return { percent: sent * sendingPercent, detail }
}

/** One bar from the first byte to the last page: it never starts again. */
const sendingPercent = 30
const afterSending = (percent: number) => sendingPercent + (percent * (100 - sendingPercent)) / 100

const isPicture = (file: File) => file.type.startsWith('image/')

/** Cards are marked on pictures only. What a PDF contains is found without a mark. */
export const canShowCard = isPicture
