import { type SettingUpdate, settingKeys } from '@exempta/contract/settings'
import type { Call } from '../../platform/call.ts'
import type { Services } from '../../platform/services.ts'

/** All of the changes or none. */
export async function updateSettings(
  services: Services,
  call: Call,
  { changes, seen }: SettingUpdate,
): Promise<void> {
  await services.database.transact(call.actor, async (tx) => {
    // Always in the same order, so that two administrators cannot block each other.
    for (const key of settingKeys) {
      const value = changes[key]
      if (value !== undefined) await services.settings.set(tx, call, key, value, seen[key])
    }
  })
  await services.settings.refresh()
}
