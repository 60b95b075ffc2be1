import type { PrivacySettings } from '@exempta/contract/privacy'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import type { Services } from '../../platform/services.ts'
import { findRetentionDays, upsertRetentionDays } from './queries.ts'

export async function getPrivacySettings(services: Services, call: Call): Promise<PrivacySettings> {
  const person = personOf(call)
  const retentionDays = await services.database.transact(person, (tx) => findRetentionDays(tx, person.id), {
    readOnly: true,
  })
  return { retentionDays }
}

export async function updatePrivacySettings(
  services: Services,
  call: Call,
  { retentionDays }: PrivacySettings,
): Promise<void> {
  const person = personOf(call)
  const at = services.clock.now()
  await services.database.transact(person, async (tx) => {
    const before = await findRetentionDays(tx, person.id)
    await upsertRetentionDays(tx, person.id, retentionDays, at)
    await recordAudit(tx, call, {
      at,
      action: 'privacy-settings.update',
      target: { kind: 'person', id: person.id },
      details: { retentionDays: retentionDays ?? 'keep' },
      changes: { retentionDays: [before ?? 'keep', retentionDays ?? 'keep'] },
    })
  })
}
