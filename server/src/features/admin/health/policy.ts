import type { HealthState, SystemHealth } from '@exempta/contract/admin/health'
import { dayMs } from '@exempta/contract/durations'
import { EmailRefusedError, type MailServerCondition } from '../../../platform/email/email-transport.ts'
import { limits } from '../limits.ts'

/** Turns figures into a status for the operator, as pure functions. */

interface Judgement {
  state: HealthState
  problems: string[]
}
type Finding = readonly [Exclude<HealthState, 'good'>, string]

function judgementOf(findings: readonly (Finding | false)[]): Judgement {
  const found = findings.filter((finding): finding is Finding => finding !== false)
  const isBad = found.some(([state]) => state === 'bad')
  return {
    state: isBad ? 'bad' : found.length > 0 ? 'warning' : 'good',
    problems: found.map(([, words]) => words),
  }
}

const minutes = (ms: number) => {
  const count = Math.floor(ms / 60_000)
  return count === 1 ? '1 minute' : `${count} minutes`
}

export function judgeQueue(queue: {
  isKnown: boolean
  oldestWaitingMs: number | null
  failed: number
}): Judgement {
  if (!queue.isKnown)
    return judgementOf([
      [
        'bad',
        'The job queue isn’t responding. Documents, emails and reports wait. It’s part of the database, so see that card first.',
      ],
    ])
  const ageMs = queue.oldestWaitingMs ?? 0
  const isOld = ageMs >= limits.queueAgeWarningMs
  const failed = queue.failed === 1 ? '1 job has failed' : `${queue.failed} jobs have failed`
  return judgementOf([
    isOld && [
      ageMs >= limits.queueAgeBadMs ? 'bad' : 'warning',
      `A job has been waiting for ${minutes(ageMs)}, so people wait for documents or emails. See whether a worker is running, and what it logs.`,
    ],
    queue.failed > 0 && [
      'warning',
      `${failed} after every retry, so what ${queue.failed === 1 ? 'it was' : 'they were'} for wasn’t done. Retry or discard ${queue.failed === 1 ? 'it' : 'them'} below.`,
    ],
  ])
}

/** `answer` is undefined while there is none yet, and null without a mail server. */
export function judgeMailServer(
  answer: MailServerCondition | EmailRefusedError | null | undefined,
  now: Date,
): Judgement {
  if (answer === null)
    return judgementOf([
      [
        'warning',
        'No mail server is set up, so people get no emails: the Emails page keeps them. Set SMTP_URL and restart Exempta.',
      ],
    ])
  if (answer === undefined) return judgementOf([])
  if (answer instanceof EmailRefusedError) {
    const remedy =
      answer.reason === 'certificate expired'
        ? 'Renew the certificate on the mail server.'
        : 'Check SMTP_URL, and whether the mail server runs.'
    return judgementOf([
      ['bad', `The mail server takes no emails (${answer.reason}), so they wait. ${remedy}`],
    ])
  }
  const leftMs = answer.certificateEndsAt && answer.certificateEndsAt.getTime() - now.getTime()
  return judgementOf([
    leftMs !== undefined &&
      leftMs < limits.mailCertificateWarningMs && [
        'warning',
        `The mail server’s certificate expires ${leftMs < dayMs ? 'within a day' : `in ${Math.floor(leftMs / dayMs)} days`}. After that, no emails are sent. Renew it there.`,
      ],
  ])
}

/** `newestAt` is when the newest complete backup was started. */
export function judgeBackups(
  { isReady, isDaily, newestAt, newestTest }: BackupFigures,
  now: Date,
): Judgement {
  if (!isReady) {
    return judgementOf([
      [
        'warning',
        'No backups are made here: set BACKUP_PASSPHRASE to 16 characters or more and restart Exempta, or back up in another way.',
      ],
    ])
  }
  const ageMs = newestAt ? now.getTime() - newestAt.getTime() : Number.POSITIVE_INFINITY
  return judgementOf([
    !newestAt && ['warning', 'There’s no backup yet. Make one now.'],
    newestAt !== undefined &&
      isDaily &&
      ageMs > limits.backupAgeWarningMs && [
        'warning',
        `The newest backup is ${days(ageMs)} old, although one should be made every day. The Backups page says whether one failed. Make one now.`,
      ],
    newestTest === 'failed' && [
      'bad',
      'The newest backup couldn’t be restored when it was tested. Make a new one.',
    ],
  ])
}

interface BackupFigures {
  isReady: boolean
  isDaily: boolean
  newestAt: Date | undefined
  newestTest: string | null | undefined
}

const days = (ms: number) => {
  const count = Math.round(ms / dayMs)
  return count <= 1 ? 'more than a day' : `${count} days`
}

export function judgeStorage({
  isReachable,
  freeBytes,
}: Pick<SystemHealth['storage'], 'isReachable' | 'freeBytes'>): Judgement {
  if (!isReachable) {
    return judgementOf([
      [
        'bad',
        'We can’t reach or write to the file store. Uploads and downloads fail. Check the folder’s disk and rights, or the bucket’s address and key.',
      ],
    ])
  }
  if (freeBytes === null) return judgementOf([])
  return judgementOf([
    freeBytes < limits.freeSpaceBadBytes
      ? [
          'bad',
          'The disk is nearly full. Uploads will fail soon, then everything that writes. Free up space or move DATA_DIR to a larger disk.',
        ]
      : freeBytes < limits.freeSpaceWarningBytes && [
          'warning',
          'The disk is filling up. Once it’s full, uploads fail. Free up space or move DATA_DIR to a larger disk.',
        ],
  ])
}

export function judgeDatabase({
  answerMs,
  pool,
}: Pick<SystemHealth['database'], 'answerMs' | 'pool'>): Judgement {
  if (answerMs === null)
    return judgementOf([
      [
        'bad',
        'The database isn’t responding, so no page works. See whether PostgreSQL is running and reachable.',
      ],
    ])
  return judgementOf([
    answerMs >= limits.databaseAnswerWarningMs && [
      'warning',
      `The database took ${answerMs} ms to answer, so every page is slow. See what else runs on its machine.`,
    ],
    pool.waiting > 0 && [
      'warning',
      pool.waiting === 1
        ? '1 request is waiting for a database connection, so pages are slow. If that goes on, raise DATABASE_POOL_SIZE.'
        : `${pool.waiting} requests are waiting for a database connection, so pages are slow. If that goes on, raise DATABASE_POOL_SIZE.`,
    ],
  ])
}

/** `failure` says what went wrong when the mailbox was last looked at. */
export function judgeEmails({
  failure,
  isKnown,
  oldestUnreadMs,
}: {
  failure: string | null
  isKnown: boolean
  oldestUnreadMs: number
}): Judgement {
  if (!isKnown)
    return judgementOf([
      ['bad', 'We can’t tell whether customers’ emails arrive: the database isn’t responding. See its card.'],
    ])
  return judgementOf([
    failure !== null && [
      'bad',
      `The mailbox couldn’t be read: ${failure}. Customers’ answers wait there. Check IMAP_URL and the mail server.`,
    ],
    oldestUnreadMs >= limits.queueAgeWarningMs && [
      'warning',
      `An email has been waiting to be read for ${minutes(oldestUnreadMs)}. See whether a worker is running, and what it logs.`,
    ],
  ])
}

/** Each takes a core and SANDBOX_MEMORY_MB. */
const moreProcesses = 'People wait longer for their documents. If that goes on, raise SANDBOX_PROCESSES.'

export function judgeSandbox({
  failedStarts,
  waiting,
  protections,
}: {
  failedStarts: number
  waiting: number
  protections: SystemHealth['sandbox']['protections']
}): Judgement {
  const remedies = [...new Set(protections.flatMap(({ remedy }) => remedy ?? []))]
  return judgementOf([
    failedStarts > 0 && [
      'bad',
      'The processes that read files don’t start, so documents can’t be processed. The server’s log says why. Correct that and restart Exempta.',
    ],
    waiting > 0 && [
      'warning',
      waiting === 1
        ? `1 file is waiting, because all processes are busy. ${moreProcesses}`
        : `${waiting} files are waiting, because all processes are busy. ${moreProcesses}`,
    ],
    protections.some(({ isActive }) => !isActive) && [
      'warning',
      `Some protections of the processes that read files are missing (see below). A file made to attack Exempta could do more harm. ${remedies.join(' ')}`,
    ],
  ])
}
