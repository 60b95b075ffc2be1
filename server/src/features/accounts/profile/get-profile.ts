import type { Profile } from '@exempta/contract/profile'
import { AppError } from '../../../platform/app-error.ts'
import { type Call, personOf } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Services } from '../../../platform/services.ts'
import { findProfile } from '../queries/profile.ts'

export const getProfile = (services: Services, call: Call): Promise<Profile> =>
  services.database.transact(systemActor, (tx) => readProfile(services, tx, personOf(call).id), {
    readOnly: true,
  })

export async function readProfile({ clock }: Services, tx: Transaction, personId: string): Promise<Profile> {
  const row = await findProfile(tx, personId, clock.now())
  if (!row) throw new AppError('not-signed-in')
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    pendingEmail: row.pending_email,
    isEmailVerified: row.email_verified_at !== null,
    role: row.role,
    status: row.status,
    memberSince: row.created_at.toISOString(),
    lastLoginAt: row.previous_login_at?.toISOString() ?? null,
  }
}
