import { type ErrorCode, errorTable } from '@exempta/contract/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { type Refusal, RefusalLog } from '../audit/refusal-log.ts'
import { anonymousActor } from '../db/actor.ts'
import type { Services } from '../services.ts'
import { originOf } from './access-guard.ts'

declare module 'fastify' {
  interface FastifyInstance {
    refusals: RefusalLog
  }
}

const writeEveryMs = 10_000
/** Logging in records these itself, with the account in question. */
const recordedElsewhere = new Set<ErrorCode>(['account-not-active', 'password-expired'])
const refusedKeys = new Set<ErrorCode>(['key-invalid', 'key-revoked', 'key-expired'])

/** Writes an audit row for calls that were not allowed; the answer does not wait for it. */
export const auditRefusals = fp(async (app: FastifyInstance, { services }: { services: Services }) => {
  const refusals = new RefusalLog(services)
  app.decorate('refusals', refusals)
  app.addHook('onSend', (request, _reply, _payload, done) => {
    const refusal = refusalOf(request)
    if (refusal) refusals.note(refusal)
    done()
  })
  const report = (error: unknown) => app.log.error({ err: error }, 'refused calls were not recorded')
  const timer = setInterval(() => refusals.writeDue().catch(report), writeEveryMs).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await refusals.close()
  })
})

function refusalOf(request: FastifyRequest): Refusal | undefined {
  const code = request.problem
  const actor = request.refusedActor ?? request.caller?.actor ?? anonymousActor
  if (!code || recordedElsewhere.has(code)) return undefined
  // A wrong code during login has its own row, like a wrong password.
  const isWrongConfirmation = code === 'wrong-password' || (code === 'wrong-code' && actor.kind === 'person')
  if (errorTable[code].status !== 403 && !refusedKeys.has(code) && !isWrongConfirmation) return undefined
  const { url, config } = request.routeOptions
  const isByKey = config.access?.kind === 'api-key'
  return {
    call: { actor, origin: originOf(request) },
    action: isWrongConfirmation ? 'session.confirm' : isByKey ? 'api-key.use' : 'access.attempt',
    route: url && `${request.method}:${url}`,
    code,
  }
}
