import { type CardSide, cardSides, type DocumentDetails, getDocument } from '@exempta/contract/documents'
import { type UploadedFile, uploadDocuments, type uploadOptions } from '@exempta/contract/documents/files'
import { texts } from '@exempta/contract/texts'
import { useQueries } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { ApiError, errorText, offlineError, readApiError } from '../../../lib/api-error.ts'
import { routeQuery } from '../../../lib/query.ts'
import { loadSession } from '../../../lib/session-calls.ts'
import { getSessionState } from '../../../lib/session-store.ts'
import { type ChosenFile, chosenFile, isSameFile, toUpload } from './upload-state.ts'

export type UploadOptions = Partial<Record<(typeof uploadOptions)[number], boolean>>

export interface Sending {
  file: File
  side: CardSide | null
  options: UploadOptions
  /** The owner of the file: it is never sent for another person who logged in meanwhile. */
  personId: string
  onSent: (share: number | 'waiting') => void
}

const busyStatus = 503
const longestWaitSeconds = 60
const triesWhenBusy = 20

/** Sends one file and reports progress, which `fetch` cannot. Retries a busy server after the time it names. */
async function sendFile(sending: Sending): Promise<UploadedFile> {
  const { file, side, options, personId, onSent } = sending
  for (let tries = 1; ; tries++) {
    const state = getSessionState()
    if (state.status !== 'signed-in' || state.session.person.id !== personId) {
      throw new ApiError('not-signed-in', texts.login.uploadFirst)
    }
    const request = await post(formOf(file, side, options), onSent)
    if (request.status === busyStatus && tries < triesWhenBusy) {
      onSent('waiting')
      const seconds = Number(request.getResponseHeader('retry-after') ?? 5)
      await new Promise((resolve) => setTimeout(resolve, Math.min(seconds, longestWaitSeconds) * 1000))
      continue
    }
    if (request.status !== 200) throw await refusalOf(request)
    const [answer] = (JSON.parse(request.responseText) as { files: UploadedFile[] }).files
    if (!answer) throw new ApiError('internal', texts.upload.failed)
    return answer
  }
}

async function refusalOf({ responseText, status }: XMLHttpRequest): Promise<ApiError> {
  const error = await readApiError(new Response(responseText, { status: status || 500 }))
  // The page's guard then leads to login and back.
  if (error.code === 'not-signed-in' || error.code === 'duty') void loadSession()
  return error
}

/** The options come before the file they are for. */
function formOf(file: File, side: CardSide | null, options: UploadOptions): FormData {
  const form = new FormData()
  for (const [name, isOn] of Object.entries(options)) if (isOn) form.append(name, 'true')
  form.append(side ? `card-${side}` : 'document', file, file.name)
  return form
}

function post(form: FormData, onSent: (share: number) => void): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(uploadDocuments.method, uploadDocuments.path)
    request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0)
    request.onload = () => resolve(request)
    request.onerror = () => reject(offlineError())
    request.send(form)
  })
}

export interface UploadState {
  files: readonly ChosenFile[]
  /** The check boxes that are ticked, with or without a file behind them. */
  ticked: Readonly<Record<CardSide, boolean>>
  options: UploadOptions
  isSending: boolean
}

const nothing: UploadState = {
  files: [],
  ticked: { front: false, back: false },
  options: {},
  isSending: false,
}

/** Files on their way. They live outside the page: leaving it stops nothing, and coming back shows them. */
class UploadStore {
  readonly personId: string
  state = nothing
  private readonly listeners = new Set<() => void>()

  constructor(personId: string) {
    this.personId = personId
  }

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => {
      this.listeners.delete(listener)
    }
  }

  readonly getState = () => this.state

  add(files: readonly File[], side: CardSide | null = null): void {
    const known = this.state.files.map(({ file }) => file)
    const added = files.filter((file) => !known.some((other) => isSameFile(file, other)))
    this.set({ files: [...this.state.files, ...added.map((file) => chosenFile(file))] })
    const last = this.state.files.at(-1)
    if (side && last && added.length > 0) this.mark(side, last.key)
  }

  remove(key: string): void {
    this.set({ files: this.state.files.filter((one) => one.key !== key) })
  }

  /** Another picture of the same thing. */
  replace(key: string, file: File): void {
    this.set({ files: this.state.files.map((one) => (one.key === key ? chosenFile(file, one.side) : one)) })
  }

  /** One file at most shows each side, and none shows both. */
  mark(side: CardSide, key: string | null): void {
    this.set({
      ticked: { ...this.state.ticked, [side]: true },
      files: this.state.files.map((one) => ({
        ...one,
        side: one.key === key ? side : one.side === side ? null : one.side,
      })),
    })
  }

  unmark(side: CardSide): void {
    this.mark(side, null)
    this.set({ ticked: { ...this.state.ticked, [side]: false } })
  }

  choose(options: UploadOptions): void {
    this.set({ options: { ...this.state.options, ...options } })
  }

  clear(): void {
    this.set(nothing)
  }

  /** One after the other: each has the whole line, and the first is done soonest. */
  async send(keys: readonly string[], again = false): Promise<void> {
    this.set({ isSending: true })
    for (const key of keys) {
      const one = this.state.files.find((each) => each.key === key)
      if (!one) continue
      const { file, side } = one
      const { options, personId } = { options: { ...this.state.options, again }, personId: this.personId }
      this.change(key, { sent: 0, answer: undefined, trouble: undefined })
      try {
        const onSent = (sent: ChosenFile['sent']) => this.change(key, { sent })
        this.change(key, { answer: await sendFile({ file, side, options, personId, onSent }) })
      } catch (error) {
        this.change(key, { trouble: errorText(error, texts.upload.failed) })
      }
      this.change(key, { sent: null })
    }
    this.set({ isSending: false })
  }

  private change(key: string, part: Partial<ChosenFile>): void {
    this.set({ files: this.state.files.map((one) => (one.key === key ? { ...one, ...part } : one)) })
  }

  private set(part: Partial<UploadState>): void {
    this.state = { ...this.state, ...part }
    for (const listener of this.listeners) listener()
  }
}

let current: UploadStore | undefined

/** One per tab and person, so that people never see the files of the previous user of the browser. */
function uploadStoreOf(personId: string): UploadStore {
  if (current?.personId !== personId) current = new UploadStore(personId)
  return current
}

const placeMs = 5000

/** The files of a person, from chosen to processed. */
export function useUploads(personId: string) {
  const store = uploadStoreOf(personId)
  const { files, ticked, options, isSending } = useSyncExternalStore(store.subscribe, store.getState)
  const documents = useQueries({
    queries: files.map(({ answer }) => ({
      ...routeQuery(getDocument, { params: { id: documentId(answer) ?? '' } }),
      enabled: documentId(answer) !== undefined,
      // There are no live events about the documents of others.
      refetchInterval: ({ state }: { state: { data: DocumentDetails | undefined } }) =>
        state.data?.queuePlace ? placeMs : false,
    })),
  })
  const uploads = files.map((one, at) => toUpload(one, documents[at]?.data))
  const isMarked = (side: CardSide) => files.some((one) => one.side === side)
  return {
    store,
    uploads,
    ticked,
    options,
    isSending,
    isBusy: isSending || uploads.some(({ state }) => state === 'processing'),
    isDone: uploads.length > 0 && uploads.every(({ state }) => state === 'done'),
    /** Boxes that are ticked while no file is named. */
    unnamedSides: cardSides.filter((side) => ticked[side] && !isMarked(side)),
  }
}

export type Uploads = ReturnType<typeof useUploads>

const documentId = (answer: UploadedFile | undefined) =>
  answer && answer.outcome !== 'refused' ? answer.document.id : undefined
