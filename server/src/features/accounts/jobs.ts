import { dayMs, hourMs, minuteMs } from '@exempta/contract/durations'
import { z } from 'zod'
import { systemActor } from '../../platform/db/actor.ts'
import { queueEmail } from '../../platform/email/queue-email.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { handle, type JobHandler } from '../../platform/jobs/handle.ts'
import { issueLink } from '../../platform/one-time-links/one-time-links.ts'
import { deleteOverLinks } from '../../platform/one-time-links/queries.ts'
import type { Services } from '../../platform/services.ts'
import { resetPasswordEmail } from './emails.ts'
import { canBeEmailed } from './guests.ts'
import { limits } from './limits.ts'
import { lockPerson } from './queries/accounts.ts'
import { deleteOldDevices, deleteOldGuesses } from './queries/guesses.ts'
import { deleteEndedSessions } from './queries/sessions.ts'
import { sendResetLinkJob } from './recovery/password-reset.ts'

/**
 * Only the newest link works. A stranger who keeps requesting links soon has to wait (see `guesses.ts`), so
 * the owner always gets to use the newest one.
 */
const sendResetLink = (services: Services) =>
  handle(sendResetLinkJob, ({ personId }, context) =>
    services.database.transact(systemActor, async (tx) => {
      const person = await lockPerson(tx, personId)
      // A guest who has confirmed an address gets an account this way.
      if (person?.status === 'active' || (person?.status === 'guest' && canBeEmailed(person.email))) {
        const { email } = person
        const link = await issueLink(services, tx, { purpose: 'reset-password', personId, email })
        await queueEmail(services, tx, { to: person, template: resetPasswordEmail, data: { link } })
      }
      await context.completeWithin(tx)
    }),
  )

const guessesKeptMs = dayMs

const sweepAccountsJob = defineJob({
  name: 'sweep-accounts',
  payload: z.object({}),
  singleton: 'both',
  cron: '17 * * * *',
})

/** Deletes ended sessions, expired links, old guess counts and forgotten browsers. */
export function sweepAccounts({ clock, database, settings }: Services): Promise<void> {
  const nowMs = clock.latest().getTime()
  const before = (ms: number) => new Date(nowMs - ms)
  return database.transact(systemActor, async (tx) => {
    await deleteEndedSessions(tx, {
      created: before(settings.get('session.absoluteHours') * hourMs),
      seen: before(settings.get('session.idleMinutes') * minuteMs),
    })
    await deleteOldGuesses(tx, before(guessesKeptMs))
    await deleteOldDevices(tx, before(limits.knownDeviceMs))
    await deleteOverLinks(tx, clock.latest())
  })
}

export const accountJobHandlers = (services: Services): JobHandler[] => [
  handle(sweepAccountsJob, () => sweepAccounts(services)),
  sendResetLink(services),
]
