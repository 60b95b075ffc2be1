import { AppError } from '../../../platform/app-error.ts'
import { type Call, personOf } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Services } from '../../../platform/services.ts'
import { type ConfirmedPassword, confirmPassword, holdConfirmed } from '../confirm-password.ts'
import { takeGuess } from '../guesses/guess.ts'
import type { LockedPerson } from '../queries/accounts.ts'
import { findTwoFactor, useStep } from '../queries/two-factor.ts'
import { findStep } from './authenticator.ts'

export interface Proof {
  password: string
  code?: string | undefined
}

type Confirm = (services: Services, call: Call, password: string) => Promise<ConfirmedPassword>

/**
 * Asks a signed-in person for the password again and, where two-factor is on, for a fresh code. The code is used up
 * only when the work is done.
 */
export async function withProof<T>(
  services: Services,
  call: Call,
  { password, code }: Proof,
  work: (tx: Transaction, person: LockedPerson) => Promise<T>,
  confirm: Confirm = confirmPassword,
): Promise<T> {
  const confirmed = await confirm(services, call, password)
  const guess = code === undefined ? undefined : await takeCodeGuess(services, call)
  return services.database.transact(systemActor, async (tx) => {
    const person = await holdConfirmed(tx, confirmed)
    if (!person) throw new AppError('wrong-password')
    if ((await findTwoFactor(tx, person.id))?.enabled_at) {
      const step = code === undefined ? undefined : await findStep(services, tx, person.id, code)
      if (step === undefined || !(await useStep(tx, person.id, step))) throw new AppError('wrong-code')
    }
    await guess?.wasRight(tx)
    return work(tx, person)
  })
}

export function takeCodeGuess(services: Services, call: Call) {
  const { id } = personOf(call)
  const { ip } = call.origin
  return takeGuess(services, { at: 'second-factor', subject: id, personId: id, deviceToken: undefined, ip })
}
