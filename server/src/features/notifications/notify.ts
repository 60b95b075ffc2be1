import type { NotificationKind, NotificationType } from '@exempta/contract/notifications'
import { z } from 'zod'
import type { Transaction } from '../../platform/db/database.ts'
import { timeOrderedId } from '../../platform/identifiers.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { type Audience, streamOf } from './audience.ts'
import { limits } from './limits.ts'
import { belongsToArchive, insertNotification } from './queries.ts'

/** Sorts before every person's id. */
export const lowestId = '00000000-0000-0000-0000-000000000000'

/** Emails one batch of recipients and enqueues the next batch itself. */
export const emailNotificationJob = defineJob({
  name: 'mail-notification',
  payload: z.object({ notificationId: z.uuid(), afterPersonId: z.uuid() }),
})

export interface NewNotification {
  audience: Audience
  type: NotificationType
  title: string
  message: string
  /** The page that shows what the notification is about. */
  link?: `/${string}`
  kind?: NotificationKind
  /** Who did it: the panel groups notifications of the same kind about the same side. */
  about?: string
  documentCount?: number
  /**
   * Also emails those in the audience who chose this type or this outcome; members of a business get it as a document
   * update.
   */
  alsoByEmail?: boolean
}

/** Notifies the audience when the transaction commits: in their panel and on open pages. */
export async function notify(
  services: Pick<Services, 'clock' | 'jobs'>,
  tx: Transaction,
  { audience, type, title, message, link, kind, about, documentCount, alsoByEmail = false }: NewNotification,
): Promise<string> {
  const now = services.clock.now()
  const id = timeOrderedId(now)
  if (audience.kind === 'person' && (await belongsToArchive(tx, audience.id))) return id
  await insertNotification(tx, {
    id,
    audience: streamOf(audience),
    person_id: audience.kind === 'person' ? audience.id : null,
    type,
    title: shortened(title, limits.notificationTitleLength),
    message: shortened(message, limits.notificationMessageLength),
    link: link ?? null,
    kind: kind ?? null,
    about: about === undefined ? null : shortened(about, limits.notificationTitleLength),
    document_count: documentCount ?? 1,
    created_at: now,
  })
  if (alsoByEmail)
    await services.jobs.enqueue(tx, emailNotificationJob, { notificationId: id, afterPersonId: lowestId })
  publish(tx, streamOf(audience), 'changed', { topic: 'notifications', ids: [id] })
  return id
}

/** Names chosen by people can make a text too long, so it is cut instead of failing the action. */
function shortened(text: string, maxLength: number): string {
  const characters = [...text]
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join('')}…`
}
