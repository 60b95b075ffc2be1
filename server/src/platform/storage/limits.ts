import { hourMs } from '@exempta/contract/durations'

/** Files. */
export const limits = {
  storedFileMaxBytes: 64 * 1024 * 1024,
  fileDraftMs: 1 * hourMs,
  orphanFileMs: 24 * hourMs,
  // Reserved for the database and documents in progress: with less than this, uploads are refused.
  freeSpaceKeptBytes: 100 * 1024 ** 2,
} as const
