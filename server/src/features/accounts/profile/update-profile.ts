import type { Profile } from '@exempta/contract/profile'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Services } from '../../../platform/services.ts'
import { publishAccount } from '../publish-account.ts'
import { updateName } from '../queries/profile.ts'
import { readProfile } from './get-profile.ts'

export function updateProfile(services: Services, call: Call, { name }: { name: string }): Promise<Profile> {
  const { id } = personOf(call)
  return services.database.transact(systemActor, async (tx) => {
    const at = services.clock.now()
    await updateName(tx, id, name, at)
    await recordAudit(tx, call, { at, action: 'profile.update', target: { kind: 'person', id } })
    const profile = await readProfile(services, tx, id)
    await publishAccount(tx, id)
    return profile
  })
}
