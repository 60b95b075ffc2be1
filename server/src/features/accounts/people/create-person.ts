import type { Role } from '@exempta/contract/people'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { Call } from '../../../platform/call.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { choosePasswordMail } from '../../../platform/mail/templates/choose-password.ts'
import { issueLink } from '../../../platform/one-time-links/one-time-links.ts'
import type { Services } from '../../../platform/services.ts'
import { insertUser } from '../queries/accounts.ts'
import { giveTemporaryPassword } from './temporary-password.ts'

export interface NewPerson {
  name: string
  email: string
  role: Role
  /** Of `prepareTemporaryPassword`; without it a link to choose a password is mailed. */
  temporaryHash?: string
}

/** An account that one person makes for another. Answers its id. */
export async function createPerson(
  services: Services,
  tx: Transaction,
  call: Call,
  { temporaryHash, ...person }: NewPerson,
): Promise<string> {
  const at = services.clock.now()
  const personId = await insertUser(tx, { ...person, isEmailVerified: false }, at)
  if (!personId) throw new AppError('address-taken')
  const target = { kind: 'person', id: personId } as const
  await recordAudit(tx, call, { at, action: 'account.create', target, details: { role: person.role } })
  if (temporaryHash) {
    await giveTemporaryPassword(services, tx, call, { personId, temporaryHash })
  } else {
    const { email } = person
    const link = await issueLink(services, tx, { purpose: 'choose-password', personId, email })
    const to = { id: personId, email }
    await queueMail(services, tx, { to, template: choosePasswordMail, data: { link } })
  }
  return personId
}
