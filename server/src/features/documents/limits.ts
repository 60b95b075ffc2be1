import { hourMs, secondMs } from '@exempta/contract/durations'

/** Uploads and documents. */
export const limits = {
  viewLinkMs: 3600 * secondMs,
  originalKeptMs: 24 * hourMs,
  documentsWaiting: 200,
  uploadsArriving: 500,
  uploadsArrivingPerAccount: 50,
  uploadsArrivingPerSource: 250,
} as const
