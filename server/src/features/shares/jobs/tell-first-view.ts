import { systemActor } from '../../../platform/db/actor.ts'
import { handle, type JobHandler } from '../../../platform/jobs/handle.ts'
import { publicLink } from '../../../platform/mail/public-link.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { shareViewedMail } from '../../../platform/mail/templates/share-viewed.ts'
import type { Services } from '../../../platform/services.ts'
import { notify } from '../../notifications/index.ts'
import { findViewedShare } from '../queries/views.ts'
import { tellFirstViewJob } from '../record-share-view.ts'

/** The owner asked for it with the share, so it is mailed whatever the preferences for notifications say. */
export const tellFirstView = (services: Services): JobHandler =>
  handle(tellFirstViewJob, ({ shareId }, context) =>
    services.database.transact(systemActor, async (tx) => {
      await context.completeWithin(tx)
      const share = await findViewedShare(tx, shareId)
      if (!share) return
      const { owner_id, owner_email, document_id, document_name: document, receiver, first_viewed_at } = share
      const link = publicLink(services.publicUrl, '/user/documents', { shared: '1' })
      const viewedAt = first_viewed_at ?? services.clock.now()
      const data = { document, receiver, viewedAt, link }
      const to = { id: owner_id, email: owner_email }
      await queueMail(services, tx, { to, template: shareViewedMail, data })
      await notify(services, tx, {
        audience: { kind: 'person', id: owner_id },
        type: share.is_business ? 'businesses' : 'users',
        title: 'Document viewed',
        message: `${receiver} viewed ${document} for the first time.`,
        link: `/user/documents/${document_id}`,
      })
    }),
  )
