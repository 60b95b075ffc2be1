import type { Role } from '@exempta/contract/people'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import { hashPassword } from './passwords.ts'
import { insertUser } from './queries/accounts.ts'

export interface AccountInput {
  name: string
  email: string
  password: string
  role: Role
}

/** Hashing takes a while and needs no database: done before the transaction, so that none is held open. */
export async function prepareAccount(input: AccountInput) {
  const { password, ...rest } = input
  const user = { ...rest, passwordHash: await hashPassword(password) }
  return async (services: Services, tx: Transaction): Promise<string> => {
    const id = await insertUser(tx, user, services.clock.now())
    if (!id) throw new AppError('address-taken')
    return id
  }
}
