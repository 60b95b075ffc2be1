import { z } from 'zod'
import { systemActor } from '../../platform/db/actor.ts'
import { inBatches } from '../../platform/db/in-batches.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { handle, type JobHandler } from '../../platform/jobs/handle.ts'
import type { Services } from '../../platform/services.ts'
import { emailNewDocuments, emailNewDocumentsJob, emailWeeklySummaries } from './emails/received-emails.ts'
import { deleteOldInvitations } from './invitations/queries.ts'
import { limits } from './limits.ts'
import { countNotedDays } from './reports/queries/received-days.ts'

/** Mondays at the start of the working day in America. */
const weeklySummaryJob = defineJob({
  name: 'mail-weekly-summaries',
  payload: z.object({}),
  singleton: 'both',
  cron: '0 13 * * 1',
})

export const businessEmailJobHandlers = (services: Services): JobHandler[] => [
  handle(emailNewDocumentsJob, ({ businessId }) => emailNewDocuments(services, businessId)),
  handle(weeklySummaryJob, () => emailWeeklySummaries(services)),
]

const sweepInvitationsJob = defineJob({
  name: 'sweep-invitations',
  payload: z.object({}),
  singleton: 'both',
  cron: '37 4 * * *',
})

/**
 * Keeps expired invitations for a while so that they can be sent again, then deletes the address of a person
 * who never joined.
 */
export const sweepInvitations = ({ clock, database }: Services): Promise<void> =>
  database.transact(systemActor, (tx) =>
    deleteOldInvitations(tx, new Date(clock.now().getTime() - limits.invitationKeptMs)),
  )

export const invitationJobHandlers = (services: Services): JobHandler[] => [
  handle(sweepInvitationsJob, () => sweepInvitations(services)),
]

const daysAtOnce = 50

const countReceivedDaysJob = defineJob({
  name: 'count-received-days',
  payload: z.object({}),
  singleton: 'both',
  cron: '*/5 * * * *',
})

/** Counts every day that something has changed in since it was counted. */
export const countReceivedDays = ({ database }: Services): Promise<void> =>
  inBatches(daysAtOnce, (size) => database.transact(systemActor, (tx) => countNotedDays(tx, size)))

export const businessReportJobHandlers = (services: Services): JobHandler[] => [
  handle(countReceivedDaysJob, () => countReceivedDays(services)),
]
