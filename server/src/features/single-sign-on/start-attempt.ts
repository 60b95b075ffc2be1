import { administratorsProviderId } from '@exempta/contract/single-sign-on'
import * as client from 'openid-client'
import { AppError } from '../../platform/app-error.ts'
import { type Call, personOf } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { hashToken } from '../../platform/identifiers.ts'
import type { Services } from '../../platform/services.ts'
import { limits } from './limits.ts'
import { openProvider, type ProviderConnection, redirectAddress, secretOf } from './open-provider.ts'
import { findProvider, insertAttempt, listProvidersOf } from './queries.ts'
import { type Area, manageSingleSignOn } from './settings.ts'

/** By the domain alone: the same answer whether or not the address has an account. */
export async function findCompanyLogins({ database }: Services, email: string) {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  const rows = await database.transact(systemActor, (tx) => listProvidersOf(tx, domain), { readOnly: true })
  return rows.map(({ id, name }) => ({ id, name: name ?? 'Exempta administration' }))
}

export async function connectionTo(services: Services, providerId: string): Promise<ProviderConnection> {
  const { database, secrets } = services
  const found = await database.transact(
    systemActor,
    async (tx) => ({
      provider: await findProvider(tx, providerId),
      secret: await secrets.get(tx, secretOf(providerId)),
    }),
    { readOnly: true },
  )
  if (!found.provider || !found.secret) throw new AppError('not-found')
  return { provider: found.provider, clientSecret: found.secret.toString() }
}

/** Sends the browser with this token to the provider. */
export async function startCompanyLogin(
  services: Services,
  providerId: string,
  browserToken: string,
): Promise<{ url: string }> {
  const connection = await connectionTo(services, providerId)
  if (!connection.provider.is_on) throw new AppError('not-found')
  return startAttempt(services, connection, browserToken, null)
}

/** The same as a login, but nobody is logged in: whoever tries sees what the provider says about them. */
export async function trySingleSignOn(
  services: Services,
  call: Call,
  area: Area,
  browserToken: string,
): Promise<{ url: string }> {
  const providerId = await manageSingleSignOn(services, call, area, async (_tx, owner) => owner.providerId)
  const connection = await connectionTo(services, providerId)
  return startAttempt(services, connection, browserToken, personOf(call).id)
}

async function startAttempt(
  services: Services,
  connection: ProviderConnection,
  browserToken: string,
  triedBy: string | null,
): Promise<{ url: string }> {
  const { clock, database, publicUrl } = services
  const { provider } = connection
  const config = await openProvider(services, connection)
  const state = client.randomState()
  const nonce = client.randomNonce()
  const codeVerifier = client.randomPKCECodeVerifier()
  await database.transact(systemActor, (tx) =>
    insertAttempt(tx, {
      state_hash: hashToken(state),
      provider_id: provider.id,
      browser_hash: hashToken(browserToken),
      tried_by: triedBy,
      provider_version: provider.version,
      nonce,
      code_verifier: codeVerifier,
      expires_at: new Date(clock.latest().getTime() + limits.attemptMs),
    }),
  )
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectAddress(publicUrl, provider.id),
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  })
  return { url: url.href }
}

export const areaOf = (providerId: string): Area =>
  providerId === administratorsProviderId ? 'admin' : 'business'
