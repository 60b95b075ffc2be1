import { z } from 'zod'
import { systemActor } from '../../../platform/db/actor.ts'
import { defineJob } from '../../../platform/jobs/define-job.ts'
import { handle, type JobHandler } from '../../../platform/jobs/handle.ts'
import type { Services } from '../../../platform/services.ts'
import { limits } from '../limits.ts'
import { deleteOldInvitations } from './queries.ts'

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
