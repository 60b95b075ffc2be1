import type { Session } from '@exempta/contract/accounts'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { Call } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Services } from '../../../platform/services.ts'
import { closeAccess } from '../close-access.ts'
import { confirmPassword, holdConfirmed } from '../confirm-password.ts'
import { hashPassword } from '../passwords.ts'
import { putPassword } from '../queries/accounts.ts'
import { rotateToken } from '../start-session.ts'
import { tellPerson } from '../tell-person.ts'
import { refusedPassword, refuseWeakPassword } from '../weak-passwords.ts'

export interface PasswordChange {
  currentPassword: string
  newPassword: string
}

const unchanged = 'Please choose a password that is different from the current one.'

/** Other sessions end; this one goes on under the token that is answered. */
export async function changePassword(
  services: Services,
  call: Call,
  session: Session,
  { currentPassword, newPassword }: PasswordChange,
): Promise<string> {
  const confirmed = await confirmPassword(services, call, currentPassword)
  if (newPassword.normalize('NFC') === currentPassword.normalize('NFC')) {
    throw refusedPassword('newPassword', unchanged)
  }
  await refuseWeakPassword(newPassword, session.person, 'newPassword')
  const hash = await hashPassword(newPassword)
  return services.database.transact(systemActor, async (tx) => {
    const person = await holdConfirmed(tx, confirmed)
    if (!person) throw new AppError('conflict')
    const { id } = person
    const at = services.clock.now()
    await putPassword(tx, id, { hash, isTemporary: false }, at)
    await closeAccess(tx, id, { except: session.id })
    await recordAudit(tx, call, { at, action: 'password.change', target: { kind: 'person', id } })
    await tellPerson(services, tx, person, 'password-changed')
    return rotateToken(tx, { sessionId: session.id, personId: id })
  })
}
