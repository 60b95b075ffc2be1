import type { Session } from '@exempta/contract/accounts'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { Call } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { verifyEmailMail } from '../../../platform/mail/templates/verify-email.ts'
import { issueLink } from '../../../platform/one-time-links/one-time-links.ts'
import type { Services } from '../../../platform/services.ts'
import { takeGuess } from '../guesses/guess.ts'
import { publishAccount } from '../publish-account.ts'
import { verifyAddress } from '../queries/profile.ts'
import { asHolder, takePersonLink } from './take-person-link.ts'

/** The newest link alone works. */
export async function sendVerification(
  services: Services,
  tx: Transaction,
  person: { id: string; email: string },
): Promise<void> {
  const { id: personId, email } = person
  const link = await issueLink(services, tx, { purpose: 'verify-email', personId, email })
  await queueMail(services, tx, { to: person, template: verifyEmailMail, data: { link } })
}

export async function requestEmailVerification(
  services: Services,
  call: Call,
  { person }: Session,
): Promise<void> {
  if (person.isEmailVerified) throw new AppError('conflict', { text: 'Your email is already verified.' })
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
    await recordAudit(tx, asHolder(call), { at, action: 'email.verify', target: { kind: 'person', id } })
    await publishAccount(tx, id)
  })
}
