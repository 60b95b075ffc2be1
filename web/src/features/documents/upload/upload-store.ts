import type { CardSide } from '@exempta/contract/documents'
import { texts } from '@exempta/contract/texts'
import { errorText } from '../../../lib/error-text.ts'
import { type ChosenFile, chosenFile, isSameFile } from './chosen-file.ts'
import { sendFile, type UploadOptions } from './send-file.ts'

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

/** One per tab and person: nobody finds the files of whoever used the browser before. */
export function uploadStoreOf(personId: string): UploadStore {
  if (current?.personId !== personId) current = new UploadStore(personId)
  return current
}
