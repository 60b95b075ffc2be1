import { type NotificationPreferences, notificationTypes } from '@exempta/contract/notifications'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import type { Services } from '../../platform/services.ts'
import { findMailedTypes, upsertMailedTypes } from './queries.ts'

/** Nothing comes by mail until the person asks for it. */
export async function getPreferences(services: Services, call: Call): Promise<NotificationPreferences> {
  const person = personOf(call)
  const types = await services.database.transact(person, (tx) => findMailedTypes(tx, person.id), {
    readOnly: true,
  })
  const isMailed = (type: (typeof notificationTypes)[number]) => types?.includes(type) ?? false
  return {
    byMail: { users: isMailed('users'), businesses: isMailed('businesses'), other: isMailed('other') },
  }
}

export async function updatePreferences(
  services: Services,
  call: Call,
  { byMail }: NotificationPreferences,
): Promise<void> {
  const person = personOf(call)
  const at = services.clock.now()
  const types = notificationTypes.filter((type) => byMail[type])
  await services.database.transact(person, async (tx) => {
    await upsertMailedTypes(tx, person.id, types, at)
    await recordAudit(tx, call, {
      at,
      action: 'notification-preferences.update',
      target: { kind: 'person', id: person.id },
      details: byMail,
    })
  })
}
