import { limits } from '@exempta/contract/limits'
import { z } from 'zod'
import { systemCall } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import { defineJob } from '../../../platform/jobs/define-job.ts'
import { publicLink } from '../../../platform/mail/public-link.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { mailShareExpiryMail } from '../../../platform/mail/templates/mail-share.ts'
import { shareEndsMail } from '../../../platform/mail/templates/share-ends.ts'
import type { Services } from '../../../platform/services.ts'
import { deleteUnusedLinks, takeEnded, takeEndingLinks } from '../queries/ends.ts'
import { recordActs } from '../record-acts.ts'
import { tellOwners } from '../tell-of-shares.ts'

const linksAtOnce = 50
const sharesAtOnce = 500
const linkKeptMs = 30 * 24 * 60 * 60_000

export const sweepSharesJob = defineJob({
  name: 'sweep-shares',
  payload: z.object({}),
  singleton: 'both',
  cron: '* * * * *',
})

export async function sweepShares(services: Services): Promise<void> {
  while ((await tellEndings(services)) === linksAtOnce);
  while ((await noteEnds(services)) === sharesAtOnce);
  const endedBefore = new Date(services.clock.now().getTime() - linkKeptMs)
  await services.database.transact(systemActor, (tx) => deleteUnusedLinks(tx, endedBefore))
}

/** The receiver can still look, and the owner can still share again: both are told. */
function tellEndings(services: Services): Promise<number> {
  const now = services.clock.now()
  const noticeMs = limits.shareEndsSoonMs
  const until = new Date(now.getTime() + noticeMs)
  return services.database.transact(systemActor, async (tx) => {
    const links = await takeEndingLinks(tx, { now, until, noticeMs, limit: linksAtOnce })
    for (const ending of links) {
      const { owner_id, owner_name, owner_email, email, documents, expires_at: expiresAt } = ending
      const link = publicLink(services.publicUrl, '/user/documents', { shared: '1' })
      const forOwner = { receiver: email, documents, expiresAt, link }
      const to = { id: owner_id, email: owner_email }
      await queueMail(services, tx, { to, template: shareEndsMail, data: forOwner })
      const forReceiver = { sender: owner_name, documents, expiresAt }
      await queueMail(services, tx, { to: email, template: mailShareExpiryMail, data: forReceiver })
    }
    return links.length
  })
}

/** Nothing opens after the end in any case; this writes it down and tells open pages. */
function noteEnds(services: Services): Promise<number> {
  const now = services.clock.now()
  return services.database.transact(systemActor, async (tx) => {
    const ended = await takeEnded(tx, now, sharesAtOnce)
    await recordActs(tx, systemCall, ended, { act: 'expired', at: now })
    await tellOwners(tx, ended)
    return ended.length
  })
}
