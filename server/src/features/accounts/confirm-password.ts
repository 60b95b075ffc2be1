import { AppError } from '../../platform/app-error.ts'
import { type Call, personOf } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Services } from '../../platform/services.ts'
import { takeGuess } from './guesses/guess.ts'
import { verifyPassword } from './passwords.ts'
import { findPasswordHash } from './queries/accounts.ts'

/** Asks a signed-in person for the password again; guesses count like those at signing in. */
export async function confirmPassword(services: Services, call: Call, password: string): Promise<void> {
  const { database } = services
  const { id } = personOf(call)
  const guess = await takeGuess(services, {
    at: 'password',
    subject: id,
    personId: id,
    deviceToken: undefined,
    ip: call.origin.ip,
  })
  const hash = await database.transact(systemActor, (tx) => findPasswordHash(tx, id))
  if (!(await verifyPassword(hash, password))) throw new AppError('wrong-password')
  await database.transact(systemActor, (tx) => guess.wasRight(tx))
}
