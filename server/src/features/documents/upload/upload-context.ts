import type { uploadOptions } from '@exempta/contract/documents/files'
import type { Call } from '../../../platform/call.ts'
import { limits as platformLimits } from '../../../platform/limits.ts'
import type { Services } from '../../../platform/services.ts'
import { type ArrivingBody, UploadSlots } from '../../../platform/upload-slots.ts'
import type { CorrectionTarget } from '../../sharing/index.ts'
import { limits as documentServerLimits } from '../limits.ts'

export type UploadOptions = Record<(typeof uploadOptions)[number], boolean>

/** A rejected document that the upload is to replace. */
export interface Correction extends CorrectionTarget {
  /** The last version of the rejected document. */
  version: number
  contentHash: Buffer
}

/** Cards stay in memory until they are redacted; other documents hold an open file while they arrive. */
export interface UploadPlaces {
  cards: UploadSlots
  documents: UploadSlots
}

export const uploadPlaces = (): UploadPlaces => ({
  cards: new UploadSlots({
    total: platformLimits.cardsInMemory,
    perSource: platformLimits.cardsInMemoryPerSource,
    perAccount: platformLimits.cardsInMemoryPerAccount,
  }),
  documents: new UploadSlots({
    total: documentServerLimits.uploadsArriving,
    perSource: documentServerLimits.uploadsArrivingPerSource,
    perAccount: documentServerLimits.uploadsArrivingPerAccount,
  }),
})

export interface UploadContext {
  services: Services
  call: Call
  places: UploadPlaces
  arriving: ArrivingBody
  /** Aborts when the client disconnects, so that a card nobody waits for is not processed. */
  signal: AbortSignal
  /** Set when the one file is a corrected version of a rejected document. */
  corrects?: Correction
}
