import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Call } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Services } from '../../platform/services.ts'
import { verifyPassword } from './passwords.ts'
import { findCredentials } from './queries.ts'
import { startSession } from './sessions.ts'
import { endSession } from './sign-out.ts'

/** Answers the new session's token. Unknown address and wrong password are told apart by nobody. */
export async function signIn(
  services: Services,
  call: Call,
  input: { email: string; password: string; previousToken?: string | undefined },
): Promise<string> {
  const found = await services.database.transact(systemActor, (tx) => findCredentials(tx, input.email))
  const isRight = await verifyPassword(found?.hash, input.password)
  if (!found || !isRight) {
    await recordRefusal(services, call, found?.id, found ? 'wrong-password' : 'unknown-address')
    throw new AppError('wrong-credentials')
  }
  if (found.status !== 'active') {
    await recordRefusal(services, call, found.id, 'not-active')
    throw new AppError('account-not-active')
  }

  return services.database.transact(systemActor, async (tx) => {
    if (input.previousToken) await endSession(tx, input.previousToken)
    return startSession(services, tx, call, found)
  })
}

/** The address that was typed is never kept: it may be a password in the wrong field. */
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
