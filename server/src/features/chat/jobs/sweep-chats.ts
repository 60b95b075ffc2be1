import { limits } from '@exempta/contract/limits'
import { z } from 'zod'
import { systemActor } from '../../../platform/db/actor.ts'
import { defineJob } from '../../../platform/jobs/define-job.ts'
import { handle, type JobHandler } from '../../../platform/jobs/handle.ts'
import type { Services } from '../../../platform/services.ts'
import { deleteOldGuestChats } from '../queries/erasing.ts'
import { deleteOldPresence } from '../queries/presence.ts'

const sweepChatsJob = defineJob({
  name: 'sweep-chats',
  payload: z.object({}),
  singleton: 'both',
  cron: '47 3 * * *',
})

const dayMs = 24 * 60 * 60_000

/** Conversations of guests end a year after the last word; who was there when is forgotten after a day. */
export const sweepChats = ({ clock, database }: Services): JobHandler =>
  handle(sweepChatsJob, async () => {
    const nowMs = clock.now().getTime()
    await database.transact(systemActor, async (tx) => {
      await deleteOldGuestChats(tx, new Date(nowMs - limits.chatGuestKeptMs), new Date(nowMs))
      await deleteOldPresence(tx, new Date(nowMs - dayMs))
    })
  })
