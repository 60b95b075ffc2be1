import type { BusinessMails } from '@exempta/contract/business-profile'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import type { Services } from '../../platform/services.ts'
import { requireMember } from '../businesses/index.ts'
import { findMails, updateMails } from './queries.ts'

export async function getMails(services: Services, call: Call): Promise<BusinessMails> {
  const person = personOf(call)
  return services.database.transact(
    person,
    async (tx) => {
      await requireMember(tx, person)
      return findMails(tx, person.id)
    },
    { readOnly: true },
  )
}

/** Everybody for themselves, viewers too. */
export async function chooseMails(services: Services, call: Call, mails: BusinessMails): Promise<void> {
  const person = personOf(call)
  const at = services.clock.now()
  await services.database.transact(person, async (tx) => {
    await requireMember(tx, person)
    await updateMails(tx, person.id, mails, at)
    await recordAudit(tx, call, {
      at,
      action: 'business-mails.update',
      target: { kind: 'person', id: person.id },
      details: {
        'new-documents': mails.newDocuments,
        'document-updates': mails.documentUpdates,
        'weekly-summary': mails.weeklySummary,
      },
    })
  })
}
