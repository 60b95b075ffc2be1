import { type CardSide, getDocument } from '@exempta/contract/documents'
import { texts } from '@exempta/contract/texts'
import type { UploadedFile } from '@exempta/contract/uploads'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { routeQuery } from '../../lib/query.ts'
import { sendFile } from './send-file.ts'

export interface ChosenFile {
  key: string
  file: File
  side: CardSide | null
  /** Share that was sent; null before and after. */
  sent: number | null
  answer: UploadedFile | undefined
  trouble: string | undefined
}

export type Upload = ChosenFile & {
  state: 'chosen' | 'sending' | 'processing' | 'done' | 'failed'
  /** The words beside the bar. */
  detail: string
  percent: number | null
}

let made = 0

/** The files of the page on their way from chosen to processed. */
export function useUploads() {
  const [chosen, setChosen] = useState<ChosenFile[]>([])
  const [isSending, setIsSending] = useState(false)
  const change = (key: string, part: Partial<ChosenFile>) =>
    setChosen((files) => files.map((one) => (one.key === key ? { ...one, ...part } : one)))

  const documents = useQueries({
    queries: chosen.map(({ answer }) => ({
      ...routeQuery(getDocument, { params: { id: documentId(answer) ?? '' } }),
      enabled: documentId(answer) !== undefined,
    })),
  })
  const uploads = chosen.map((one, at) => asUpload(one, documents[at]?.data))

  async function send(): Promise<void> {
    setIsSending(true)
    for (const { key, file, side, state } of uploads) {
      if (state === 'done') continue
      change(key, { sent: 0, answer: undefined, trouble: undefined })
      try {
        const answer = await sendFile(file, side, (sent) => change(key, { sent }))
        change(key, { answer, sent: null })
      } catch (error) {
        change(key, { trouble: errorText(error, texts.upload.failed), sent: null })
      }
    }
    setIsSending(false)
  }

  return {
    uploads,
    isBusy: isSending || uploads.some(({ state }) => state === 'processing'),
    isDone: uploads.length > 0 && uploads.every(({ state }) => state === 'done'),
    add: (files: File[]) => setChosen((before) => [...before, ...files.map(fresh)]),
    remove: (key: string) => setChosen((files) => files.filter((one) => one.key !== key)),
    /** One file at most shows each side. */
    mark: (side: CardSide, key: string | null) =>
      setChosen((files) =>
        files.map((one) => ({ ...one, side: one.key === key ? side : one.side === side ? null : one.side })),
      ),
    send,
  }
}

const fresh = (file: File): ChosenFile => ({
  key: `${++made}`,
  file,
  side: null,
  sent: null,
  answer: undefined,
  trouble: undefined,
})

const documentId = (answer: UploadedFile | undefined) =>
  answer && answer.outcome !== 'refused' ? answer.document.id : undefined

type KnownDocument = Extract<UploadedFile, { outcome: 'accepted' }>['document']

function asUpload(one: ChosenFile, fetched: KnownDocument | undefined): Upload {
  const { answer, sent, trouble } = one
  if (trouble) return { ...one, state: 'failed', detail: trouble, percent: null }
  if (sent !== null) {
    const percent = sent * 100
    return { ...one, state: 'sending', percent, detail: sent < 1 ? `${Math.round(percent)}%` : 'Checking…' }
  }
  if (!answer) return { ...one, state: 'chosen', detail: '', percent: null }
  if (answer.outcome === 'refused') return { ...one, state: 'failed', detail: answer.text, percent: null }
  const { status, failure, progress } = fetched ?? answer.document
  if (status === 'failed') return { ...one, state: 'failed', detail: failure?.text ?? '', percent: null }
  if (status === 'processed') {
    const detail = answer.outcome === 'duplicate' ? 'You have sent this file before' : 'Processed'
    return { ...one, state: 'done', detail, percent: 100 }
  }
  const isReading = progress !== null && progress.page > 0
  return {
    ...one,
    state: 'processing',
    detail: isReading ? `Page ${progress.page} of ${progress.pageCount}` : 'In the queue',
    percent: isReading ? ((progress.page - 0.5) / progress.pageCount) * 100 : null,
  }
}
