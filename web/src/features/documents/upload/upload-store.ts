import { type CardSide, cardSides, type DocumentDetails, getDocument } from '@exempta/contract/documents'
import type { UploadedFile } from '@exempta/contract/documents/files'
import { texts } from '@exempta/contract/texts'
import { useQueries } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { routeQuery } from '../../../lib/query.ts'
import type { Sending } from './send-file.ts'
import {
  type ChosenFile,
  canShowCard,
  chosenFile,
  isSameFile,
  toUpload,
  type UploadOptions,
  type Waiting,
} from './upload-state.ts'

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
    const added = files
      .filter((file) => !known.some((other) => isSameFile(file, other)))
      .map((file) => chosenFile(file))
    this.set({ files: [...this.state.files, ...added] })
    const last = added.at(-1)
    if (side && last) this.mark(last.key, side)
    for (const one of added) void this.lookAt(one)
  }

  remove(key: string): void {
    this.set({ files: this.state.files.filter((one) => one.key !== key) })
  }

  /** Another picture of the same thing. */
  replace(key: string, file: File): void {
    const side = this.state.files.find((one) => one.key === key)?.side
    const next = chosenFile(file, side)
    this.set({ files: this.state.files.map((one) => (one.key === key ? next : one)) })
    void this.lookAt(next)
  }

  /** A file shows one side at most. Other files keep their marks: several cards can be sent together. */
  mark(key: string, side: CardSide | null): void {
    const left = this.state.files.find((one) => one.key === key)?.side
    const files = this.state.files.map((one) => (one.key === key ? { ...one, side } : one))
    const isLast = left && !files.some((one) => one.side === left)
    this.set({
      files,
      ticked: { ...this.state.ticked, ...(isLast && { [left]: false }), ...(side && { [side]: true }) },
    })
  }

  /** Ticks the box of a side. A picture is marked with it only if there's no other that it could mean. */
  tick(side: CardSide): void {
    this.set({ ticked: { ...this.state.ticked, [side]: true } })
    const [only, ...others] = this.state.files.filter(({ file }) => canShowCard(file))
    if (only?.side === null && others.length === 0) this.mark(only.key, side)
  }

  /** Unticks the box of a side, and no file shows that side anymore. */
  untick(side: CardSide): void {
    this.set({
      ticked: { ...this.state.ticked, [side]: false },
      files: this.state.files.map((one) => (one.side === side ? { ...one, side: null } : one)),
    })
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
      let most = 0
      try {
        const onSent = (sent: number | Waiting) => {
          // After a wait the whole file is sent again, but the bar stays where it was.
          if (typeof sent === 'number') most = Math.max(most, sent)
          this.change(key, { sent: typeof sent === 'number' ? most : sent })
        }
        this.change(key, { answer: await sendFile({ file, side, options, personId, onSent }) })
      } catch (error) {
        this.change(key, { trouble: errorText(error, texts.upload.failed) })
      }
      this.change(key, { sent: null })
    }
    this.set({ isSending: false })
  }

  /** A file that cannot be read here fails when it is sent, with its reason. */
  private async lookAt({ key, file }: ChosenFile): Promise<void> {
    const look = await lookAtFile(file).catch(() => ({}))
    this.change(key, { look })
  }

  private change(key: string, part: Partial<ChosenFile>): void {
    this.set({ files: this.state.files.map((one) => (one.key === key ? { ...one, ...part } : one)) })
  }

  private set(part: Partial<UploadState>): void {
    this.state = { ...this.state, ...part }
    for (const listener of this.listeners) listener()
  }
}

/** Loaded when they are needed: the page works without them until a file is chosen. */
const lookAtFile = async (file: File) => (await import('./look-at-file.ts')).lookAtFile(file)
const sendFile = async (sending: Sending) => (await import('./send-file.ts')).sendFile(sending)

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
