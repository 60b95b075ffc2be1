import type { Role } from '@exempta/contract/people'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import { hashPassword } from './passwords.ts'
import { insertUser, putPassword } from './queries/accounts.ts'

export interface AccountInput {
  name: string
  email: string
  password: string
  role: Role
  /** The operator vouches for the address; otherwise its owner has to prove it. */
  isEmailVerified?: boolean
}

/** Hashing takes a while and needs no database: done before the transaction, so that none is held open. */
export async function prepareAccount({ password, isEmailVerified = false, ...rest }: AccountInput) {
  const hash = await hashPassword(password)
  return async (services: Services, tx: Transaction): Promise<string> => {
    const now = services.clock.now()
    const id = await insertUser(tx, { ...rest, isEmailVerified }, now)
    if (!id) throw new AppError('address-taken')
    await putPassword(tx, id, { hash, isTemporary: false }, now)
    return id
  }
}
