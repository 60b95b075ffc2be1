import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { Call } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import { findLink } from '../../../platform/one-time-links/one-time-links.ts'
import type { Services } from '../../../platform/services.ts'
import { closeAccess } from '../close-access.ts'
import { hashPassword } from '../passwords.ts'
import { lockPerson, putPassword } from '../queries/accounts.ts'
import { verifyAddress } from '../queries/profile.ts'
import { tellPerson } from '../tell-person.ts'
import { refuseWeakPassword } from '../weak-passwords.ts'
import { asHolder, takePersonLink } from './take-person-link.ts'

const purposes = ['reset-password', 'choose-password'] as const

/**
 * Replaces the password and nothing else: a second factor goes on being asked for, and nobody is signed in.
 * Answers whose it was.
 */
export async function resetPassword(
  services: Services,
  call: Call,
  { token, password }: { token: string; password: string },
): Promise<string> {
  const { clock, database } = services
  const owner = await database.transact(systemActor, async (tx) => {
    const link = await findLink(services, tx, token, ...purposes)
    return link?.user_id ? lockPerson(tx, link.user_id) : undefined
  })
  if (!owner) throw new AppError('gone')
  await refuseWeakPassword(password, owner)
  const hash = await hashPassword(password)
  return database.transact(systemActor, async (tx) => {
    const { person, link } = await takePersonLink(services, tx, token, ...purposes)
    const at = clock.now()
    await putPassword(tx, person.id, { hash, isTemporary: false }, at)
    await closeAccess(tx, person.id)
    if (link.email) await verifyAddress(tx, { id: person.id, email: link.email }, at)
    const target = { kind: 'person', id: person.id } as const
    await recordAudit(tx, asHolder(call), { at, action: 'password.reset', target })
    await tellPerson(services, tx, person, 'password-reset')
    return person.id
  })
}
