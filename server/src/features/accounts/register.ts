import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Call } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { refuseFilledHoneypot } from '../../platform/honeypot.ts'
import type { Services } from '../../platform/services.ts'
import { prepareAccount } from './create-account.ts'
import { takeGuess } from './guesses.ts'
import { refuseWeakPassword } from './passwords.ts'
import { sendVerification } from './recovery/email-address.ts'
import { startSession } from './start-session.ts'

export interface Registration {
  type: 'user' | 'business'
  /** The person's own name. */
  name: string
  /** Of the business to register. */
  businessName?: string | undefined
  email: string
  password: string
  /** A hidden field that only bots fill in. */
  website?: string
}

function requireBusinessName(name: string | undefined): string {
  if (name) return name
  throw new AppError('invalid-input', {
    fields: [{ path: 'businessName', message: 'Please enter a business name' }],
  })
}

/**
 * Creates the account and the session, and for a business also the business with its first manager, all or nothing.
 */
export async function register(
  services: Services,
  call: Call,
  { type, website, businessName, ...account }: Registration,
): Promise<{ token: string; personId: string }> {
  refuseFilledHoneypot(website)
  const business = type === 'business' ? requireBusinessName(businessName) : undefined
  await refuseWeakPassword(account.password, account)
  // The answer reveals whether an address is registered, so trying many addresses gets slower and slower.
  await takeGuess(services, {
    at: 'registration',
    subject: account.email,
    personId: undefined,
    deviceToken: undefined,
    ip: call.origin.ip,
  })
  const create = await prepareAccount({ ...account, role: type })
  return services.database.transact(systemActor, async (tx) => {
    const id = await create(services, tx)
    const target = { kind: 'person', id } as const
    const at = services.clock.now()
    await recordAudit(tx, call, { at, action: 'account.create', target, details: { role: type } })
    await services.hooks.run(tx, 'accountRegistered', {
      call,
      personId: id,
      email: account.email,
      businessName: business,
    })
    await sendVerification(services, tx, { id, email: account.email })
    const token = await startSession(services, tx, call, { id, role: type })
    return { token, personId: id }
  })
}
