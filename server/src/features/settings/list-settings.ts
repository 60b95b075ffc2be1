import { type Setting, settingDefinitions, settingKeys } from '@exempta/contract/settings'
import type { Call } from '../../platform/call.ts'
import type { Services } from '../../platform/services.ts'
import { selectSettings } from '../../platform/settings/queries.ts'

export async function listSettings(services: Services, call: Call): Promise<Setting[]> {
  const rows = await services.database.transact(call.actor, selectSettings, { readOnly: true })
  const changedAt = new Map(rows.map((row) => [row.key, row.updated_at.toISOString()]))
  return settingKeys.map((key) => {
    const { fallback, about, readBy } = settingDefinitions[key]
    const value = services.settings.get(key)
    return { key, value, fallback, about, readBy, updatedAt: changedAt.get(key) ?? null }
  })
}
