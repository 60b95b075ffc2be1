import { limits } from '@exempta/contract/limits'
import type { NotificationType } from '@exempta/contract/notifications'
import { z } from 'zod'
import type { Transaction } from '../../platform/db/database.ts'
import { timeOrderedId } from '../../platform/identifiers.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { type Audience, streamOf } from './audience.ts'
import { insertNotification } from './queries.ts'

/** Before every person's. */
export const lowestId = '00000000-0000-0000-0000-000000000000'

/** One batch of recipients; it sends the job of the next batch itself. */
export const emailNotificationJob = defineJob({
  name: 'mail-notification',
  payload: z.object({ notificationId: z.uuid(), afterPersonId: z.uuid() }),
})

export interface NewNotification {
  audience: Audience
  type: NotificationType
  title: string
  message: string
  /** The page of ours that shows what it is about. */
  link?: `/${string}`
  /** Mails it, too, to those of the audience who chose so for its type; to members of a business, as an update. */
  alsoByEmail?: boolean
}

/** Notifies the audience exactly when the transaction commits: it is in their panel, and open pages show it. */
export async function notify(
  services: Pick<Services, 'clock' | 'jobs'>,
  tx: Transaction,
  { audience, type, title, message, link, alsoByEmail: alsoByMail = false }: NewNotification,
): Promise<string> {
  const now = services.clock.now()
  const id = timeOrderedId(now)
  await insertNotification(tx, {
    id,
    audience: streamOf(audience),
    person_id: audience.kind === 'person' ? audience.id : null,
    type,
    title: shortened(title, limits.notificationTitleLength),
    message: shortened(message, limits.notificationMessageLength),
    link: link ?? null,
    created_at: now,
  })
  if (alsoByMail)
    await services.jobs.enqueue(tx, emailNotificationJob, { notificationId: id, afterPersonId: lowestId })
  publish(tx, streamOf(audience), 'changed', { topic: 'notifications', ids: [id] })
  return id
}

/** Names that people chose make a text longer than it was planned: it is cut, and the act goes on. */
function shortened(text: string, maxLength: number): string {
  const characters = [...text]
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join('')}…`
}
