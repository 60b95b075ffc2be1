import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { sqlState } from '../../../platform/db/errors.ts'
import { queueEmail } from '../../../platform/email/queue-email.ts'
import { issueLink, revokeLinks } from '../../../platform/one-time-links/one-time-links.ts'
import type { Services } from '../../../platform/services.ts'
import { publishAccount, sendAccountNotice } from '../account-events.ts'
import { confirmPassword, lockConfirmedPerson } from '../confirm-password.ts'
import { addressTaken } from '../create-account.ts'
import { confirmNewAddressEmail, verifyAddressEmail } from '../emails.ts'
import { takeGuess } from '../guesses.ts'
import { endSessionsOf } from '../manage-sessions.ts'
import { findPersonId } from '../queries/accounts.ts'
import { updateAddress, verifyAddress } from '../queries/profile.ts'
import type { KnownSession } from '../sessions.ts'
import { asLinkHolder, takePersonLink } from './take-person-link.ts'

/** Only the newest link works. */
export async function sendVerification(
  services: Services,
  tx: Transaction,
  person: { id: string; email: string },
): Promise<void> {
  const { id: personId, email } = person
  const link = await issueLink(services, tx, { purpose: 'verify-email', personId, email })
  await queueEmail(services, tx, { to: person, template: verifyAddressEmail, data: { link } })
}

export async function requestEmailVerification(
  services: Services,
  call: Call,
  { person }: KnownSession,
): Promise<void> {
  if (person.isEmailVerified)
    throw new AppError('conflict', { text: 'Your email address is already confirmed.' })
  const { ip } = call.origin
  const { id } = person
  const asked = { at: 'verification-request', subject: id, personId: id, deviceToken: undefined, ip } as const
  await takeGuess(services, asked)
  await services.database.transact(systemActor, async (tx) => {
    await sendVerification(services, tx, person)
    const target = { kind: 'person', id } as const
    await recordAudit(tx, call, { at: services.clock.now(), action: 'email.verification-request', target })
  })
}

export async function verifyEmail(services: Services, call: Call, token: string): Promise<void> {
  await services.database.transact(systemActor, async (tx) => {
    const { person, link } = await takePersonLink(services, tx, token, 'verify-email')
    const { id } = person
    const at = services.clock.now()
    if (!link.email || !(await verifyAddress(tx, { id, email: link.email }, at))) throw new AppError('gone')
    await recordAudit(tx, asLinkHolder(call), { at, action: 'email.verify', target: { kind: 'person', id } })
    publishAccount(tx, id)
  })
}

/**
 * The account keeps its address until the link is used; the old address is notified now and after the change.
 */
export async function requestEmailChange(
  services: Services,
  call: Call,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const { id } = personOf(call)
  const confirmed = await confirmPassword(services, call, password)
  const { ip } = call.origin
  const asked = { at: 'email-change-request', subject: id, personId: id, deviceToken: undefined, ip } as const
  await takeGuess(services, asked)
  await services.database.transact(systemActor, async (tx) => {
    const person = await lockConfirmedPerson(tx, confirmed)
    if (!person) throw new AppError('wrong-password')
    if (await findPersonId(tx, email)) throw addressTaken()
    const link = await issueLink(services, tx, { purpose: 'change-email', personId: id, email })
    await queueEmail(services, tx, { to: { id, email }, template: confirmNewAddressEmail, data: { link } })
    await sendAccountNotice(services, tx, person, 'email-change-requested')
    const target = { kind: 'person', id } as const
    await recordAudit(tx, call, { at: services.clock.now(), action: 'email.change-request', target })
  })
}

/**
 * Ends all sessions except the one that uses the link, because others may belong to someone who knew the old
 * address.
 */
export async function changeEmail(
  services: Services,
  call: Call,
  token: string,
  current: KnownSession | undefined,
): Promise<void> {
  try {
    await services.database.transact(systemActor, async (tx) => {
      const { person, link } = await takePersonLink(services, tx, token, 'change-email')
      if (!link.email) throw new AppError('gone')
      const { id } = person
      const at = services.clock.now()
      await updateAddress(tx, { id, email: link.email }, at)
      // Links sent to the old address must no longer open the account.
      await revokeLinks(tx, { personId: id }, 'reset-password', 'choose-password', 'verify-email')
      await endSessionsOf(tx, id, current?.person.id === id ? { except: current.id } : {})
      await recordAudit(tx, asLinkHolder(call), {
        at,
        action: 'email.change',
        target: { kind: 'person', id },
        changes: { email: [person.email, link.email] },
      })
      await sendAccountNotice(services, tx, person, 'email-changed')
      publishAccount(tx, id)
    })
  } catch (error) {
    if (sqlState(error) === uniqueViolation) throw new AppError('address-taken')
    throw error
  }
}

/** Raised if another account has taken the address since the link was sent. */
const uniqueViolation = '23505'
