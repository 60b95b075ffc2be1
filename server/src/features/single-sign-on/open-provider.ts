import * as client from 'openid-client'
import { AppError } from '../../platform/app-error.ts'
import { checkedFetch } from '../../platform/outgoing/checked-fetch.ts'
import { type OutgoingPost, PostFailedError } from '../../platform/outgoing/outgoing-post.ts'
import type { Services } from '../../platform/services.ts'
import { limits } from './limits.ts'
import type { ProviderRow } from './queries.ts'

export const redirectAddress = (publicUrl: string, providerId: string) =>
  `${publicUrl}/company-login/${providerId}`

export const logoutAddress = (publicUrl: string, providerId: string) =>
  `${publicUrl}/api/company-logins/${providerId}/logout`

export const secretOf = (providerId: string) => ({ ownerId: providerId, purpose: 'sign-on' }) as const

export interface ProviderConnection {
  provider: ProviderRow
  clientSecret: string
}

/**
 * Reads the provider's description anew for every login. Logins are rare, and so keys that the provider has replaced are
 * never used.
 */
export async function openProvider(
  { outgoing, clock }: Services,
  { provider, clientSecret }: ProviderConnection,
): Promise<client.Configuration> {
  const metadata = {
    [client.clockSkew]: Math.round((clock.latest().getTime() - Date.now()) / 1000),
    [client.clockTolerance]: limits.clockToleranceSeconds,
  }
  const options: client.DiscoveryRequestOptions = {
    [client.customFetch]: providerFetch(outgoing),
    timeout: limits.providerTimeoutMs / 1000,
    // ID tokens must be signed, although they come over the provider's own connection.
    execute: [
      client.enableNonRepudiationChecks,
      ...(outgoing.allowsPrivate ? [client.allowInsecureRequests] : []),
    ],
  }
  const issuer = new URL(provider.issuer)
  try {
    const config = await client.discovery(
      issuer,
      provider.client_id,
      metadata,
      authenticateWith(clientSecret),
      options,
    )
    // The library also accepts services that speak for the companies of others, whose tokens name another issuer.
    if (new URL(config.serverMetadata().issuer).href !== issuer.href) throw new Error('another issuer')
    return config
  } catch (cause) {
    throw new AppError('provider-not-reachable', { cause })
  }
}

/** `client_secret_basic` is what a client gets that asks for nothing else, and what a provider takes that says nothing. */
const authenticateWith =
  (clientSecret: string): client.ClientAuth =>
  (server, ...rest) => {
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server
    const isBasic = methods.includes('client_secret_basic')
    const authenticate = isBasic ? client.ClientSecretBasic : client.ClientSecretPost
    authenticate(clientSecret)(server, ...rest)
  }

/** For the libraries that talk to providers. */
export const providerFetch = (outgoing: OutgoingPost) =>
  checkedFetch(outgoing, {
    timeoutMs: limits.providerTimeoutMs,
    answerMaxBytes: limits.providerAnswerMaxBytes,
  })

/** Whether a call failed because the provider couldn't be reached, and not because of what it answered. */
export const isNotReached = (error: unknown): boolean =>
  error instanceof Error && (error instanceof PostFailedError || isNotReached(error.cause))
