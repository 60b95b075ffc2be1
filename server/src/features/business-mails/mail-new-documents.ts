import { systemActor } from '../../platform/db/actor.ts'
import { publicLink } from '../../platform/mail/public-link.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { newDocumentsMail } from '../../platform/mail/templates/new-documents.ts'
import type { Services } from '../../platform/services.ts'
import { listReaders, takeNewDocuments } from './queries.ts'

const oldestMs = 24 * 60 * 60_000

/** What came since the last mail and still waits. Taking and mailing commit together: nothing is told twice. */
export async function mailNewDocuments(services: Services, businessId: string): Promise<void> {
  const notBefore = new Date(services.clock.now().getTime() - oldestMs)
  await services.database.transact(systemActor, async (tx) => {
    const news = await takeNewDocuments(tx, businessId, notBefore)
    if (!news) return
    const link = publicLink(services.publicUrl, '/business/documents')
    for (const reader of await listReaders(tx, [businessId], 'mails_new_documents')) {
      await queueMail(services, tx, { to: reader, template: newDocumentsMail, data: { ...news, link } })
    }
  })
}
