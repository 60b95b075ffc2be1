import { createRemoteJWKSet, customFetch, type JWTPayload, jwtVerify } from 'jose'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Call } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { hashToken } from '../../platform/identifiers.ts'
import type { Services } from '../../platform/services.ts'
import { endCompanySessions } from '../accounts/index.ts'
import { limits } from './limits.ts'
import { isNotReached, openProvider, providerFetch } from './open-provider.ts'
import { noteLogout, type ProviderRow } from './queries.ts'
import { connectionTo } from './start-attempt.ts'

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

/** Ends the sessions that a logout token of the provider names (OpenID Connect Back-Channel Logout 1.0). */
export async function logOutOfCompany(
  services: Services,
  call: Call,
  providerId: string,
  untrustedToken: string,
): Promise<void> {
  const { provider, token } = await checkToken(services, providerId, untrustedToken)
  const { sub: subject, sid } = token
  const session = typeof sid === 'string' ? sid : undefined
  const at = services.clock.now()
  await services.database.transact(systemActor, async (tx) => {
    const isNew = await noteLogout(tx, {
      token_hash: hashToken(untrustedToken),
      provider_id: provider.id,
      expires_at: new Date(at.getTime() + 2 * limits.logoutTokenMaxAgeSeconds * 1000),
    })
    if (!isNew) throw new AppError('malformed-request')
    const ended = await endCompanySessions(tx, provider.id, { subject, session })
    for (const { id, user_id } of ended) {
      await recordAudit(tx, call, {
        at,
        action: 'session.company-logout',
        target: { kind: 'person', id: user_id },
        details: { session: id, provider: provider.id },
      })
    }
  })
}

async function checkToken(
  services: Services,
  providerId: string,
  untrustedToken: string,
): Promise<{ provider: ProviderRow; token: JWTPayload }> {
  try {
    const connection = await connectionTo(services, providerId)
    const { provider } = connection
    const config = await openProvider(services, connection)
    const { jwks_uri, issuer } = config.serverMetadata()
    const keys = createRemoteJWKSet(new URL(jwks_uri ?? ''), {
      [customFetch]: providerFetch(services.outgoing),
    })
    const { payload } = await jwtVerify(untrustedToken, keys, {
      issuer,
      audience: provider.client_id,
      requiredClaims: ['iat', 'jti', 'events'],
      maxTokenAge: limits.logoutTokenMaxAgeSeconds,
      clockTolerance: limits.clockToleranceSeconds,
      currentDate: services.clock.latest(),
    })
    if (!isLogout(payload)) throw new AppError('malformed-request')
    return { provider, token: payload }
  } catch (cause) {
    throw new AppError(isNotReached(cause) ? 'provider-not-reachable' : 'malformed-request', { cause })
  }
}

/** It must name whom it is about, and an ID token, which has a nonce, is none. */
const isLogout = ({ events, nonce, sub, sid }: JWTPayload): boolean =>
  typeof events === 'object' &&
  events !== null &&
  logoutEvent in events &&
  nonce === undefined &&
  (typeof sub === 'string' || typeof sid === 'string')
