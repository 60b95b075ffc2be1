import { TemporaryPassword } from '@exempta/contract/people'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { Call } from '../../../platform/call.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Services } from '../../../platform/services.ts'
import { closeAccess } from '../close-access.ts'
import { hashPassword } from '../passwords.ts'
import { lockPerson, putPassword } from '../queries/accounts.ts'
import { tellPerson } from '../tell-person.ts'

/** Hashing takes a while and needs no database: done before the transaction, so that none is held open. */
export async function prepareTemporaryPassword(password: string): Promise<{ temporaryHash: string }> {
  return { temporaryHash: await hashPassword(TemporaryPassword.parse(password)) }
}

/** All that is open ends; with the password the person can do nothing but choose an own one. */
export async function giveTemporaryPassword(
  services: Services,
  tx: Transaction,
  call: Call,
  { personId, temporaryHash }: { personId: string; temporaryHash: string },
): Promise<void> {
  const person = await lockPerson(tx, personId)
  if (!person) throw new AppError('not-found')
  const at = services.clock.now()
  await putPassword(tx, personId, { hash: temporaryHash, isTemporary: true }, at)
  await closeAccess(tx, personId)
  await recordAudit(tx, call, { at, action: 'password.give', target: { kind: 'person', id: personId } })
  await tellPerson(services, tx, person, 'temporary-password')
}
