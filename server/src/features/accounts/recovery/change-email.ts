import type { Session } from '@exempta/contract/accounts'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import { sqlState } from '../../../platform/db/errors.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { changeEmailMail } from '../../../platform/mail/templates/change-email.ts'
import { issueLink, revokeLinks } from '../../../platform/one-time-links/one-time-links.ts'
import type { Services } from '../../../platform/services.ts'
import { confirmPassword, holdConfirmed } from '../confirm-password.ts'
import { endSessionsOf } from '../end-sessions.ts'
import { takeGuess } from '../guesses/guess.ts'
import { publishAccount } from '../publish-account.ts'
import { findPersonId } from '../queries/accounts.ts'
import { updateAddress } from '../queries/profile.ts'
import { tellPerson } from '../tell-person.ts'
import { asHolder, takePersonLink } from './take-person-link.ts'

/** The account keeps its address until the link is used; the old address learns of it now and then. */
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
    const person = await holdConfirmed(tx, confirmed)
    if (!person) throw new AppError('wrong-password')
    if (await findPersonId(tx, email)) throw new AppError('address-taken')
    const link = await issueLink(services, tx, { purpose: 'change-email', personId: id, email })
    await queueMail(services, tx, { to: { id, email }, template: changeEmailMail, data: { link } })
    await tellPerson(services, tx, person, 'email-change-requested')
    const target = { kind: 'person', id } as const
    await recordAudit(tx, call, { at: services.clock.now(), action: 'email.change-request', target })
  })
}

/** Ends all sessions but the one the link is used in: whoever knew the old address may be in one of them. */
export async function changeEmail(
  services: Services,
  call: Call,
  token: string,
  current: Session | undefined,
): Promise<void> {
  try {
    await services.database.transact(systemActor, async (tx) => {
      const { person, link } = await takePersonLink(services, tx, token, 'change-email')
      if (!link.email) throw new AppError('gone')
      const { id } = person
      const at = services.clock.now()
      await updateAddress(tx, { id, email: link.email }, at)
      // What was mailed to the old address must not open the account any more.
      await revokeLinks(tx, { personId: id }, 'reset-password', 'choose-password', 'verify-email')
      await endSessionsOf(tx, id, current?.person.id === id ? { except: current.id } : {})
      await recordAudit(tx, asHolder(call), { at, action: 'email.change', target: { kind: 'person', id } })
      await tellPerson(services, tx, person, 'email-changed')
      await publishAccount(tx, id)
    })
  } catch (error) {
    if (sqlState(error) === uniqueViolation) throw new AppError('address-taken')
    throw error
  }
}

/** Somebody else has taken the address since the link was sent. */
const uniqueViolation = '23505'
