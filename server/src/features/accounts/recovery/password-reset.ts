import { z } from 'zod'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { Call } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { defineJob } from '../../../platform/jobs/define-job.ts'
import { findLink } from '../../../platform/one-time-links/one-time-links.ts'
import type { Services } from '../../../platform/services.ts'
import { closeAccess, sendAccountNotice } from '../account-events.ts'
import { takeGuess, unknownPersonId } from '../guesses.ts'
import { activateGuest } from '../guests.ts'
import { hashPassword, refuseWeakPassword } from '../passwords.ts'
import { findPersonId, lockPerson, upsertPassword } from '../queries/accounts.ts'
import { verifyAddress } from '../queries/profile.ts'
import { asLinkHolder, takePersonLink } from './take-person-link.ts'

export const sendResetLinkJob = defineJob({
  name: 'send-reset-link',
  payload: z.object({ personId: z.uuid() }),
})

/**
 * Takes the same steps for known and unknown addresses, so that neither the answer nor its time reveals
 * whether an account exists; the job finds out later. The typed address is not stored.
 */
export async function requestPasswordReset(
  services: Services,
  call: Call,
  { email, deviceToken }: { email: string; deviceToken: string | undefined },
): Promise<void> {
  const { database } = services
  const personId = await database.transact(systemActor, (tx) => findPersonId(tx, email))
  const { ip } = call.origin
  await takeGuess(services, { at: 'reset-request', subject: email, personId, deviceToken, ip })
  await database.transact(systemActor, (tx) =>
    queueResetLink(services, tx, call, personId ?? unknownPersonId),
  )
}

/** Records who asked for the link; the job emails it to an active account. */
export async function queueResetLink(
  { clock, jobs }: Services,
  tx: Transaction,
  call: Call,
  personId: string,
): Promise<void> {
  await recordAudit(tx, call, {
    at: clock.now(),
    action: 'password.reset-request',
    target: { kind: 'person', id: personId },
  })
  await jobs.enqueue(tx, sendResetLinkJob, { personId })
}

const purposes = ['reset-password', 'choose-password'] as const

/**
 * Replaces only the password: the second factor stays required and nobody is logged in. Returns whose
 * password it was.
 */
export async function resetPassword(
  services: Services,
  call: Call,
  { token, password }: { token: string; password: string },
): Promise<string> {
  const { clock, database } = services
  const owner = await database.transact(systemActor, async (tx) => {
    const link = await findLink(services, tx, token, ...purposes)
    return link?.user_id ? lockPerson(tx, link.user_id) : undefined
  })
  if (!owner) throw new AppError('gone')
  await refuseWeakPassword(password, owner)
  const hash = await hashPassword(password)
  return database.transact(systemActor, async (tx) => {
    const { person, link } = await takePersonLink(services, tx, token, ...purposes)
    const caller = asLinkHolder(call)
    const at = clock.now()
    await upsertPassword(tx, person.id, { hash, isTemporary: false }, at)
    await closeAccess(tx, person.id)
    if (link.email) await verifyAddress(tx, { id: person.id, email: link.email }, at)
    const target = { kind: 'person', id: person.id } as const
    if (person.status === 'guest') await activateGuest(services, tx, caller, person.id)
    await recordAudit(tx, caller, { at, action: 'password.reset', target })
    await sendAccountNotice(services, tx, person, 'password-reset')
    return person.id
  })
}
