import { dayMs } from '@exempta/contract/durations'
import { z } from 'zod'
import { systemCall } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { inBatches } from '../../platform/db/in-batches.ts'
import { publicLink } from '../../platform/email/links.ts'
import { queueEmail } from '../../platform/email/queue-email.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { handle, type JobHandler } from '../../platform/jobs/handle.ts'
import type { Services } from '../../platform/services.ts'
import { notify } from '../notifications/index.ts'
import { deleteExpiredCodesAndViewers } from './email-links/queries.ts'
import { emailShareExpiryEmail, shareEndsEmail, shareViewedEmail } from './emails.ts'
import { limits } from './limits.ts'
import { deleteUnusedLinks, takeEnded, takeEndingLinks } from './queries/ends.ts'
import { findViewedShare } from './queries/views.ts'
import { applyShareChange } from './share-events.ts'
import { notifyFirstViewJob } from './share-views.ts'

const linksAtOnce = 50
const sharesAtOnce = 500
const linkKeptMs = 30 * dayMs

const sweepSharesJob = defineJob({
  name: 'sweep-shares',
  payload: z.object({}),
  singleton: 'both',
  cron: '* * * * *',
})

export async function sweepShares(services: Services): Promise<void> {
  await inBatches(linksAtOnce, (size) => notifyEndingShares(services, size))
  await inBatches(sharesAtOnce, (size) => recordExpiredShares(services, size))
  const endedBefore = new Date(services.clock.now().getTime() - linkKeptMs)
  await services.database.transact(systemActor, (tx) => deleteUnusedLinks(tx, endedBefore))
}

/** Notifies both sides while the recipient can still open the documents and the owner can share again. */
function notifyEndingShares(services: Services, limit: number): Promise<number> {
  const now = services.clock.now()
  const noticeMs = limits.shareEndsSoonMs
  const until = new Date(now.getTime() + noticeMs)
  return services.database.transact(systemActor, async (tx) => {
    const links = await takeEndingLinks(tx, { now, until, noticeMs, limit })
    for (const ending of links) {
      const { owner_id, owner_name, owner_email, email, documents, expires_at: expiresAt } = ending
      const link = publicLink(services.publicUrl, '/user/documents', { shared: '1' })
      const forOwner = { recipient: email, documents, expiresAt, link }
      const to = { id: owner_id, email: owner_email }
      await queueEmail(services, tx, { to, template: shareEndsEmail, data: forOwner })
      const forRecipient = { sender: owner_name, documents: documents.length, expiresAt }
      await queueEmail(services, tx, { to: email, template: emailShareExpiryEmail, data: forRecipient })
    }
    return links.length
  })
}

/** Records expired shares and updates open pages. Access has already ended by time. */
function recordExpiredShares(services: Services, limit: number): Promise<number> {
  const now = services.clock.now()
  return services.database.transact(systemActor, async (tx) => {
    const ended = await takeEnded(tx, now, limit)
    await applyShareChange(services, tx, systemCall, ended, {
      at: now,
      act: () => 'expired',
      webhook: null,
      businessNotice: null,
      ownerNotice: null,
    })
    return ended.length
  })
}

const notifyFirstView = (services: Services): JobHandler =>
  handle(notifyFirstViewJob, ({ shareId }, context) =>
    services.database.transact(systemActor, async (tx) => {
      await context.completeWithin(tx)
      const share = await findViewedShare(tx, shareId)
      if (!share) return
      const {
        owner_id,
        owner_email,
        document_id,
        document_name: document,
        recipient,
        first_viewed_at,
      } = share
      const link = publicLink(services.publicUrl, '/user/documents', { shared: '1' })
      const viewedAt = first_viewed_at ?? services.clock.now()
      const data = { document, recipient, viewedAt, link }
      const to = { id: owner_id, email: owner_email }
      await queueEmail(services, tx, { to, template: shareViewedEmail, data })
      await notify(services, tx, {
        audience: { kind: 'person', id: owner_id },
        type: share.is_business ? 'businesses' : 'users',
        title: `${recipient} viewed ${document}`,
        message: 'This is the first time they opened it.',
        kind: 'first-view',
        about: recipient,
        link: `/user/documents/${document_id}`,
      })
    }),
  )

export const shareJobHandlers = (services: Services): JobHandler[] => [
  notifyFirstView(services),
  handle(sweepSharesJob, () => sweepShares(services)),
]

const sweepEmailSharesJob = defineJob({
  name: 'sweep-mail-shares',
  payload: z.object({}),
  singleton: 'both',
  cron: '47 * * * *',
})

/** Deletes expired codes and viewer sessions, which no longer open anything. */
export const sweepEmailShares = ({ clock, database }: Services): Promise<void> =>
  database.transact(systemActor, (tx) => deleteExpiredCodesAndViewers(tx, clock.latest()))

export const emailShareJobHandlers = (services: Services): JobHandler[] => [
  handle(sweepEmailSharesJob, () => sweepEmailShares(services)),
]
