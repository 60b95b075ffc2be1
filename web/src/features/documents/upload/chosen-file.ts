import type { CardSide } from '@exempta/contract/documents'
import { limits } from '@exempta/contract/limits'
import { fill, texts } from '@exempta/contract/texts'
import type { UploadedFile } from '@exempta/contract/uploads'

/** A file that the person chose, and what became of it so far. */
export interface ChosenFile {
  key: string
  file: File
  side: CardSide | null
  /** The share that was sent; `waiting` while the server is busy; null before and after. */
  sent: number | 'waiting' | null
  answer: UploadedFile | undefined
  /** Why it could not be sent. */
  trouble: string | undefined
}

let made = 0

export const isTooLarge = ({ size }: File) => size > limits.uploadMaxBytes

export const chosenFile = (file: File, side: CardSide | null = null): ChosenFile => ({
  key: `${++made}`,
  file,
  side,
  sent: null,
  answer: undefined,
  // A camera asks nobody how large its pictures may be.
  trouble: isTooLarge(file) ? fill(texts.upload.tooLarge, { bytes: limits.uploadMaxBytes }) : undefined,
})

export const isSameFile = (one: File, other: File) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified
