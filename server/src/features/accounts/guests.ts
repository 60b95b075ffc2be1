/**
 * Guests sent a certificate that a business asked for, without an account. They can't log in. Their documents are
 * their own, and once they have chosen a password the account is like any other.
 */
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Call } from '../../platform/call.ts'
import { anonymousActor } from '../../platform/db/actor.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { timeOrderedId } from '../../platform/identifiers.ts'
import type { Services } from '../../platform/services.ts'
import { hashPassword, refuseWeakPassword } from './passwords.ts'
import { findByAddress, insertGuest, lockPerson, setStatus, upsertPassword } from './queries/accounts.ts'
import { updateAddress, updateName } from './queries/profile.ts'
import { startSession } from './start-session.ts'

// Every account has an address of its own. Until a guest has confirmed one, it has one that no email can reach.
const placeholderDomain = '@guest.invalid'

export const canBeEmailed = (email: string): boolean => email !== '' && !email.endsWith(placeholderDomain)

/** Returns the id of a new guest. It is nobody's user until something is sent, and then has an address. */
export async function createGuest({ clock }: Services, tx: Transaction): Promise<string> {
  const at = clock.now()
  const id = timeOrderedId(at)
  await insertGuest(tx, { id, name: 'Guest', email: `${id}${placeholderDomain}` }, at)
  return id
}

/** Returns who a confirmed address without an account belongs to from now on: an earlier guest, or this one. */
export async function assignGuestAddress(
  { clock }: Services,
  tx: Transaction,
  call: Call,
  { guestId, email }: { guestId: string; email: string },
): Promise<string> {
  const known = await findByAddress(tx, email)
  if (known) return known.id
  const at = clock.now()
  await updateAddress(tx, { id: guestId, email }, at)
  const target = { kind: 'person', id: guestId } as const
  const details = { role: 'user', status: 'guest' }
  await recordAudit(tx, { ...call, actor: anonymousActor }, { at, action: 'account.create', target, details })
  return guestId
}

/** Gives a guest the name that recipients see, unless it has one. */
export async function nameGuest(
  { clock }: Services,
  tx: Transaction,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const guest = await lockPerson(tx, id)
  if (guest?.status === 'guest') await updateName(tx, id, name, clock.now())
}

/** Call before the transaction: hashing is slow, and no transaction should stay open meanwhile. */
export async function prepareGuestPassword({
  name,
  email,
  password,
}: Record<'name' | 'email' | 'password', string>) {
  await refuseWeakPassword(password, { name, email })
  const hash = await hashPassword(password)
  return async (
    services: Services,
    tx: Transaction,
    call: Call,
    personId: string,
  ): Promise<{ token: string; personId: string }> => {
    const person = await lockPerson(tx, personId)
    if (person?.status !== 'guest') throw new AppError('not-found')
    const at = services.clock.now()
    await upsertPassword(tx, personId, { hash, isTemporary: false }, at)
    await updateName(tx, personId, name, at)
    await activateGuest(services, tx, call, personId)
    return { token: await startSession(services, tx, call, person), personId }
  }
}

/** From now on the person can log in. The caller has stored a password. */
export async function activateGuest(
  { clock }: Services,
  tx: Transaction,
  call: Call,
  id: string,
): Promise<void> {
  const at = clock.now()
  await setStatus(tx, id, 'active', at)
  await recordAudit(tx, call, {
    at,
    action: 'account.update',
    target: { kind: 'person', id },
    details: { status: 'active' },
  })
}
