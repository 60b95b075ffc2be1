import { dayMs, hourMs, minuteMs } from '@exempta/contract/durations'

/** Emails of customers. Messages are untrusted: everything in them has a limit. */
export const limits = {
  messageBytes: 35 * 1024 * 1024,
  /** Of the whole message, with the headers of its parts. */
  headerBytes: 128 * 1024,
  parts: 500,
  partDepth: 20,
  attachments: 20,
  attachmentNameLength: 200,
  subjectLength: 200,
  textLength: 4000,
  parseMs: 30_000,
  parseMemoryMb: 512,
  /** Pictures this small in an email's text are logos and signatures. */
  logoBytes: 32 * 1024,
  // Of senders' mail servers.
  connections: 50,
  connectionsOfSource: 10,
  messagesOfSource: 60,
  sourceMs: 1 * minuteMs,
  socketMs: 60_000,
  // What one address and one business receive, before senders are asked to try again later.
  emailsOfRequestPerDay: 50,
  emailsOfBusinessPerDay: 2000,
  waitingOfBusiness: 500,
  /** At most one answer to a sender in this time. */
  answerPauseMs: 1 * hourMs,
  /** Then what waits is discarded. */
  waitingMs: 30 * dayMs,
  keptMs: 90 * dayMs,
  fetchedAtOnce: 50,
} as const
