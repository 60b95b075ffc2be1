import type { Role } from '@exempta/contract/people'
import { prepareAccount } from '../features/accounts/index.ts'
import { AppError } from '../platform/app-error.ts'
import { systemActor } from '../platform/db/actor.ts'
import type { Transaction } from '../platform/db/database.ts'
import type { Services } from '../platform/services.ts'
import { earlier } from './earlier.ts'
import { demoPassword } from './people.ts'

interface NewAccount {
  name: string
  email: string
  role: Role
  joinedDaysAgo: number
}

/** Undefined when the account is there already. What `then` does commits together with it. */
export async function createAccount(
  services: Services,
  { joinedDaysAgo, ...person }: NewAccount,
  then: (tx: Transaction, id: string) => Promise<void> = async () => {},
): Promise<string | undefined> {
  const create = await prepareAccount({ ...person, password: demoPassword, isEmailVerified: true })
  try {
    return await services.database.transact(systemActor, async (tx) => {
      const id = await create(earlier(services, joinedDaysAgo), tx)
      await then(tx, id)
      return id
    })
  } catch (error) {
    if (error instanceof AppError && error.code === 'address-taken') return
    throw error
  }
}
