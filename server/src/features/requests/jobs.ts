import { requestLimits } from '@exempta/contract/requests/limits'
import { z } from 'zod'
import { systemCall } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { inBatches } from '../../platform/db/in-batches.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { handle, type JobHandler } from '../../platform/jobs/handle.ts'
import type { Services } from '../../platform/services.ts'
import { closeAccount } from '../privacy/index.ts'
import { removeOpenAnswer } from './answers/make-room.ts'
import { sendCampaigns } from './campaigns/send-campaigns.ts'
import { limits } from './limits.ts'
import { deleteSentAnswers, listEmptyGuests, listLeftGuests, lockIdleAnswers } from './queries/answers.ts'
import {
  deleteCampaign,
  deleteCampaignsBefore,
  deleteProblemsBefore,
  listOldDrafts,
} from './queries/campaigns.ts'
import { deleteRequestsBefore } from './queries/requests.ts'

const guestsAtOnce = 50
const requestsAtOnce = 1000

const sweepRequestsJob = defineJob({
  name: 'sweep-requests',
  payload: z.object({}),
  singleton: 'both',
  cron: '29 * * * *',
})

const sweepAnswersJob = defineJob({
  name: 'sweep-answers',
  payload: z.object({}),
  singleton: 'both',
  cron: '*/5 * * * *',
})

/** Shreds what guests uploaded and didn't go on with, and deletes the guests. */
export async function sweepAnswers(services: Services): Promise<void> {
  const { clock, database } = services
  const before = new Date(clock.now().getTime() - requestLimits.openAnswerMs)
  await inBatches(guestsAtOnce, (size) =>
    database.transact(systemActor, async (tx) => {
      const answers = await lockIdleAnswers(tx, before, size)
      for (const { id } of answers) await removeOpenAnswer(services, tx, id)
      return answers.length
    }),
  )
  await closeGuests(services, before, listLeftGuests)
}

/** Deletes old answers, guests who have nothing left, and old requests. */
export async function sweepRequests(services: Services): Promise<void> {
  const { clock, database } = services
  const before = new Date(clock.now().getTime() - limits.sentAnswerKeptMs)
  await inBatches(requestsAtOnce, (size) =>
    database.transact(systemActor, (tx) => deleteSentAnswers(tx, before, size)),
  )
  await closeGuests(services, before, listEmptyGuests)
  const draftsSince = new Date(clock.now().getTime() - limits.campaignDraftMs)
  await inBatches(guestsAtOnce, (size) =>
    database.transact(systemActor, async (tx) => {
      const drafts = await listOldDrafts(tx, draftsSince, size)
      for (const id of drafts) await deleteCampaign(tx, id)
      return drafts.length
    }),
  )
  const keptSince = clock.now()
  keptSince.setUTCFullYear(keptSince.getUTCFullYear() - limits.requestsKeptYears)
  await inBatches(requestsAtOnce, (size) =>
    database.transact(systemActor, (tx) => deleteRequestsBefore(tx, keptSince, size)),
  )
  await database.transact(systemActor, async (tx) => {
    await deleteProblemsBefore(tx, before)
    await deleteCampaignsBefore(tx, keptSince)
  })
}

function closeGuests(services: Services, before: Date, list: typeof listLeftGuests): Promise<void> {
  return inBatches(guestsAtOnce, (size) =>
    services.database.transact(systemActor, async (tx) => {
      const guests = await list(tx, before, size)
      for (const id of guests) await closeAccount(services, tx, systemCall, id)
      return guests.length
    }),
  )
}

// A pace that mail servers take from one sender, and soon enough for a list that was just sent.
const sendCampaignsJob = defineJob({
  name: 'send-campaigns',
  payload: z.object({}),
  singleton: 'both',
  cron: '* * * * *',
})

export const requestJobHandlers = (services: Services): JobHandler[] => [
  handle(sendCampaignsJob, () => sendCampaigns(services)),
  handle(sweepAnswersJob, () => sweepAnswers(services)),
  handle(sweepRequestsJob, () => sweepRequests(services)),
]
