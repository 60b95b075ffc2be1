import { AppError } from '../../platform/app-error.ts'
import { type Call, personOf } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import { takeGuess } from './guesses.ts'
import { verifyPassword } from './passwords.ts'
import { findPasswordHash, type LockedPerson, lockPerson } from './queries/accounts.ts'

/** A correct password, identified by the hash that it was checked against. */
export interface ConfirmedPassword {
  personId: string
  hash: string
}

/** Asks a logged-in person for their password before a change that sends an email. */
export async function confirmPassword(
  services: Services,
  call: Call,
  password: string,
): Promise<ConfirmedPassword> {
  const confirmed = await checkPassword(services, call, password)
  const { personId: id } = confirmed
  // The change sends an email to an address that may belong to someone else, so it counts as a guess.
  await takeGuess(services, {
    at: 'account-change',
    subject: id,
    personId: id,
    deviceToken: undefined,
    ip: call.origin.ip,
  })
  return confirmed
}

/** Asks a logged-in person for their password again; wrong guesses count like those at login. */
export async function checkPassword(
  services: Services,
  call: Call,
  password: string,
): Promise<ConfirmedPassword> {
  const { database } = services
  const { id } = personOf(call)
  const { ip } = call.origin
  const guess = await takeGuess(services, {
    at: 'password',
    subject: id,
    personId: id,
    deviceToken: undefined,
    ip,
  })
  const hash = await database.transact(systemActor, (tx) => findPasswordHash(tx, id))
  if (!hash || !(await verifyPassword(hash, password))) throw new AppError('wrong-password')
  await database.transact(systemActor, (tx) => guess.wasRight(tx))
  return { personId: id, hash }
}

/**
 * The password is checked before the transaction because that is slow. Returns undefined if the password was
 * replaced or the person deactivated meanwhile; otherwise the lock prevents both until the transaction ends.
 */
export async function lockConfirmedPerson(
  tx: Transaction,
  { personId, hash }: ConfirmedPassword,
): Promise<LockedPerson | undefined> {
  const person = await lockPerson(tx, personId)
  const isUnchanged = (await findPasswordHash(tx, personId)) === hash
  return person?.status === 'active' && isUnchanged ? person : undefined
}
