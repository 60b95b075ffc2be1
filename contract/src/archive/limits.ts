import { dayMs } from '../durations.ts'

/** Certificates that a business adds by itself. */
export const archiveLimits = {
  files: 10_000,
  bytes: 20 * 1024 ** 3,
  pieceBytes: 1024 * 1024,
  /** How many files one call names. */
  filesAtOnce: 200,
  pathLength: 500,
  /** How deep ZIP files can lie in each other. */
  zipDepth: 3,
  /** A business can have so many imports that aren't finished. */
  openImports: 10,
  /** What didn't arrive within this time is given up. */
  unfinishedMs: 7 * dayMs,
  sheetsAtOnce: 100,
  documents: 100_000,
  megabytes: 200_000,
} as const
