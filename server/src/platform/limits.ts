import { dayMs, hourMs, minuteMs, secondMs } from '@exempta/contract/durations'

/** Bodies of requests, places in memory, and links and codes in emails. */
export const limits = {
  // Clocks of different machines may differ by this much.
  clockDifferenceMs: 5 * minuteMs,
  shareCodeAttempts: 5,
  shareCodeResendMs: 1 * minuteMs,
  viewerWaitMs: 25 * secondMs,
  dataExportMaxBytes: 10 * 1024 ** 3,
  cardsInMemory: 16,
  cardsInMemoryPerAccount: 4,
  cardsInMemoryPerSource: 8,
  resumesInMemory: 8,
  resumesInMemoryPerSource: 2,
  // While other uploads wait, a body that falls this far behind this pace is cut off.
  placeGraceMs: 5 * secondMs,
  placeBytesPerSecond: 32 * 1024,
  idempotencyKeptMs: 24 * hourMs,
  // Longer than any call takes, so a call that holds its key longer has died.
  idempotencyHeldMs: 5 * minuteMs,
  jsonBodyMaxBytes: 1024 * 1024,
  guessBodyMaxBytes: 16 * 1024,
  // 10 MB in this time is 31 kbit/s; a body that moves fewer bytes in an interval is ended sooner.
  requestMs: 45 * minuteMs,
  bodyPaceBytes: 32 * 1024,
  setUpLinkMs: 24 * hourMs,
  resetLinkMs: 30 * minuteMs,
  emailLinkMs: 24 * hourMs,
  chatLinkMs: 7 * dayMs,
} as const
