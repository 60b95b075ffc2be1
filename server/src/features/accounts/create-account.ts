import { errorTable } from '@exempta/contract/errors'
import { type Role, TemporaryPassword } from '@exempta/contract/people'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Call } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { queueEmail } from '../../platform/email/queue-email.ts'
import { issueLink } from '../../platform/one-time-links/one-time-links.ts'
import type { Services } from '../../platform/services.ts'
import { closeAccess, sendAccountNotice } from './account-events.ts'
import { choosePasswordEmail } from './emails.ts'
import { hashPassword } from './passwords.ts'
import { insertUser, lockPerson, upsertPassword } from './queries/accounts.ts'

export interface AccountInput {
  name: string
  email: string
  password: string
  role: Role
  /** True if the operator vouches for the address; otherwise the owner has to confirm it. */
  isEmailVerified?: boolean
}

/** Names the field, so that the form can mark it. */
export const addressTaken = () =>
  new AppError('address-taken', {
    fields: [{ path: 'email', message: errorTable['address-taken'].text }],
  })

/** Call before the transaction: hashing is slow, and no transaction should stay open meanwhile. */
export async function prepareAccount({ password, isEmailVerified = false, ...rest }: AccountInput) {
  const hash = await hashPassword(password)
  return async (services: Services, tx: Transaction): Promise<string> => {
    const now = services.clock.now()
    const id = await insertUser(tx, { ...rest, isEmailVerified }, now)
    if (!id) throw addressTaken()
    await upsertPassword(tx, id, { hash, isTemporary: false }, now)
    return id
  }
}

/** Call before the transaction: hashing is slow, and no transaction should stay open meanwhile. */
export async function prepareTemporaryPassword(password: string): Promise<{ temporaryHash: string }> {
  return { temporaryHash: await hashPassword(TemporaryPassword.parse(password)) }
}

/** Ends all access. With a temporary password the person can only choose their own. */
export async function giveTemporaryPassword(
  services: Services,
  tx: Transaction,
  call: Call,
  { personId, temporaryHash }: { personId: string; temporaryHash: string },
): Promise<void> {
  const person = await lockPerson(tx, personId)
  if (!person) throw new AppError('not-found')
  const at = services.clock.now()
  await upsertPassword(tx, personId, { hash: temporaryHash, isTemporary: true }, services.clock.latest())
  await closeAccess(tx, personId)
  await recordAudit(tx, call, { at, action: 'password.give', target: { kind: 'person', id: personId } })
  await sendAccountNotice(services, tx, person, 'temporary-password')
}

export interface NewPerson {
  name: string
  email: string
  role: Role
  /** From `prepareTemporaryPassword`; without it the person is emailed a link to choose a password. */
  temporaryHash?: string
  /** The name of the business they are added to, for the email. */
  business?: string
}

/** Creates an account for another person and returns its id. */
export async function createPerson(
  services: Services,
  tx: Transaction,
  call: Call,
  { temporaryHash, business, ...person }: NewPerson,
): Promise<string> {
  const at = services.clock.now()
  const personId = await insertUser(tx, { ...person, isEmailVerified: false }, at)
  if (!personId) throw addressTaken()
  const target = { kind: 'person', id: personId } as const
  await recordAudit(tx, call, { at, action: 'account.create', target, details: { role: person.role } })
  if (temporaryHash) {
    await giveTemporaryPassword(services, tx, call, { personId, temporaryHash })
  } else {
    const { email } = person
    const link = await issueLink(services, tx, { purpose: 'choose-password', personId, email })
    const to = { id: personId, email }
    await queueEmail(services, tx, { to, template: choosePasswordEmail, data: { business, link } })
  }
  return personId
}
