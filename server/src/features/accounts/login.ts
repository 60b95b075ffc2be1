import { type SignInAnswer, secondFactors } from '@exempta/contract/accounts'
import type { Role } from '@exempta/contract/people'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Call } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import { lockConfirmedPerson } from './confirm-password.ts'
import type { AccountCookies, Exchange } from './cookies.ts'
import { takeGuess } from './guesses.ts'
import { limits } from './limits.ts'
import { verifyPassword } from './passwords.ts'
import { findCredentials } from './queries/accounts.ts'
import type { CompanyLogin } from './queries/sessions.ts'
import { findTwoFactor, listPasskeys } from './queries/two-factor.ts'
import { awaitSecondFactor, type EnterSession, leaveSession, startSession } from './start-session.ts'

export interface SignInInput {
  email: string
  password: string
  deviceToken?: string | undefined
}

/** The next step, with the session token it needs. */
export type SignedIn = {
  token: string
  personId: string
} & ({ next: 'signed-in' } | Extract<SignInAnswer, { next: 'second-factor' }>)

/** Unknown addresses and wrong passwords get the same answer in the same time. */
export async function signIn(services: Services, call: Call, input: SignInInput): Promise<SignedIn> {
  const found = await services.database.transact(systemActor, (tx) => findCredentials(tx, input.email))
  const guess = await takeGuess(services, {
    at: 'password',
    subject: input.email,
    personId: found?.id,
    deviceToken: input.deviceToken,
    ip: call.origin.ip,
  })
  const isRight = await verifyPassword(found?.hash, input.password)
  if (!found || !isRight) {
    await recordRefusal(services, call, found?.id, found ? 'wrong-password' : 'unknown-address')
    throw new AppError('wrong-credentials')
  }
  if (found.status !== 'active') {
    await recordRefusal(services, call, found.id, 'not-active')
    throw new AppError('account-not-active')
  }
  if (found.is_temporary && isOlderThan(services, found.changed_at, limits.temporaryPasswordMs)) {
    await recordRefusal(services, call, found.id, 'password-expired')
    throw new AppError('password-expired')
  }

  return services.database.transact(systemActor, async (tx) => {
    const person = await lockConfirmedPerson(tx, { personId: found.id, hash: found.hash })
    if (!person) throw new AppError('wrong-credentials')
    await guess.wasRight(tx)
    return enterOrAskFactor(services, tx, call, person)
  })
}

/** Starts the session, or first asks for the second factor of the account unless the company’s provider has. */
export async function enterOrAskFactor(
  services: Services,
  tx: Transaction,
  call: Call,
  person: { id: string; role: Role },
  company?: CompanyLogin,
): Promise<SignedIn> {
  const { id: personId } = person
  if (company?.hasFactor || !(await findTwoFactor(tx, personId))?.enabled_at) {
    const token = await startSession(services, tx, call, person, { company })
    return { next: 'signed-in', token, personId }
  }
  const token = await awaitSecondFactor(services, tx, call, personId, company)
  const hasPasskey = (await listPasskeys(tx, personId)).length > 0
  const factors = secondFactors.filter((factor) => factor !== 'passkey' || hasPasskey)
  return { next: 'second-factor', token, personId, factors }
}

/** Sets the cookie of the session or of the second step. */
export async function answerSignedIn(
  services: Services,
  cookies: AccountCookies,
  enter: EnterSession,
  { request, reply }: Exchange,
  started: SignedIn,
): Promise<SignInAnswer> {
  if (started.next === 'signed-in') {
    return { next: 'signed-in', ...(await enter({ request, reply }, started)) }
  }
  await leaveSession(services, cookies.session.read(request))
  cookies.session.clear(reply)
  cookies.secondFactor.write(reply, started.token)
  return { next: 'second-factor', factors: started.factors }
}

const isOlderThan = ({ clock }: Services, at: Date, ms: number) =>
  clock.latest().getTime() - at.getTime() >= ms

/** Does not store the typed address: it may be a password in the wrong field. */
function recordRefusal(services: Services, call: Call, personId: string | undefined, reason: string) {
  return services.database.transact(systemActor, (tx) =>
    recordAudit(tx, call, {
      at: services.clock.now(),
      action: 'session.sign-in',
      result: 'refused',
      ...(personId && { target: { kind: 'person', id: personId } }),
      details: { reason },
    }),
  )
}
