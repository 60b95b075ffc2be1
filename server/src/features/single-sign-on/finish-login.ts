import type { TriedLogin } from '@exempta/contract/single-sign-on'
import * as client from 'openid-client'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Call } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { hashToken } from '../../platform/identifiers.ts'
import type { Services } from '../../platform/services.ts'
import { enterOrAskFactor } from '../accounts/index.ts'
import { admit, Refusal } from './admit.ts'
import { isNotReached, openProvider, redirectAddress } from './open-provider.ts'
import { type NewAttempt, noteTrial, type ProviderRow, takeAttempt } from './queries.ts'
import { type CompanyAccount, isAllowedDomain, readClaims, roleOf } from './read-claims.ts'
import { targetOf } from './settings.ts'
import { areaOf, connectionTo } from './start-attempt.ts'

interface Answer {
  providerId: string
  /** The query of the page that the provider opened. */
  untrustedAnswer: string
  browserToken: string | undefined
}

type Finished =
  | ({ next: 'started' } & { started: Awaited<ReturnType<typeof enterOrAskFactor>> })
  | { next: 'tried'; area: 'business' | 'admin'; tried: TriedLogin }

export async function finishCompanyLogin(services: Services, call: Call, answer: Answer): Promise<Finished> {
  const attempt = await findAttempt(services, answer)
  const { provider, account } = await askProvider(services, attempt, answer)
  if (attempt.tried_by !== null)
    return finishTrial(services, call, { ...attempt, tried_by: attempt.tried_by }, provider, account)
  try {
    const started = await services.database.transact(systemActor, async (tx) => {
      const person = await admit(services, tx, call, provider, account)
      return enterOrAskFactor(services, tx, call, person, {
        providerId: provider.id,
        subject: account.subject,
        session: account.session,
        hasFactor: account.hasFactor,
      })
    })
    return { next: 'started', started }
  } catch (error) {
    if (error instanceof Refusal) await recordRefusal(services, call, error)
    throw error
  }
}

/** Uses the attempt up, whatever becomes of it: an answer counts once, in the browser that asked for it. */
async function findAttempt(
  { clock, database }: Services,
  { providerId, untrustedAnswer, browserToken }: Answer,
): Promise<NewAttempt & { state: string }> {
  const state = new URLSearchParams(untrustedAnswer).get('state')
  const found =
    state && browserToken
      ? await database.transact(systemActor, (tx) =>
          takeAttempt(
            tx,
            {
              state_hash: hashToken(state),
              browser_hash: hashToken(browserToken),
              provider_id: providerId,
            },
            clock.latest(),
          ),
        )
      : undefined
  if (!state || !found) throw new AppError('company-login-failed')
  return { ...found, state }
}

/** Exchanges the code for the ID token. The library checks signature, issuer, audience, times and nonce. */
async function askProvider(
  services: Services,
  attempt: NewAttempt & { state: string },
  { providerId, untrustedAnswer }: Answer,
): Promise<{ provider: ProviderRow; account: CompanyAccount }> {
  const connection = await connectionTo(services, providerId).catch((cause) => {
    throw new AppError('company-login-failed', { cause })
  })
  const { provider } = connection
  const isUnchanged = provider.version === attempt.provider_version
  if (attempt.tried_by === null ? !provider.is_on : !isUnchanged) throw new AppError('company-login-failed')
  const config = await openProvider(services, connection)
  const url = new URL(redirectAddress(services.publicUrl, providerId))
  url.search = untrustedAnswer
  try {
    const tokens = await client.authorizationCodeGrant(config, url, {
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      pkceCodeVerifier: attempt.code_verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new AppError('company-login-failed')
    return { provider, account: readClaims(claims, provider.group_claim) }
  } catch (cause) {
    throw new AppError(isNotReached(cause) ? 'provider-not-reachable' : 'company-login-failed', { cause })
  }
}

async function finishTrial(
  services: Services,
  call: Call,
  attempt: NewAttempt & { tried_by: string },
  provider: ProviderRow,
  account: CompanyAccount,
): Promise<Finished> {
  const { clock, database } = services
  // The cookie of the attempt could be in a browser where someone else is logged in by now.
  if (call.actor.kind !== 'person' || call.actor.id !== attempt.tried_by)
    throw new AppError('company-login-failed')
  const role = roleOf(provider, account.groups)
  const isDomainAllowed = account.email !== undefined && isAllowedDomain(provider, account.email)
  await database.transact(systemActor, async (tx) => {
    // What was tried counts only if it would let the one who tried in.
    const isGood = role !== undefined && isDomainAllowed && !account.isEmailDenied
    if (isGood && !(await noteTrial(tx, provider.id, provider.version, clock.now())))
      throw new AppError('conflict')
    await recordAudit(tx, call, {
      at: clock.now(),
      action: 'single-sign-on.try',
      target: targetOf({ providerId: provider.id, businessId: provider.business_id }),
      details: { isGood },
    })
  })
  return {
    next: 'tried',
    area: areaOf(provider.id),
    tried: {
      email: account.email ?? null,
      isEmailConfirmed: account.isEmailConfirmed,
      isDomainAllowed,
      groups: account.groups.slice(0, 50).map((group) => group.slice(0, 200)),
      role: role ?? null,
      hasSecondFactor: account.hasFactor,
    },
  }
}

const recordRefusal = (services: Services, call: Call, { reason, personId, providerId }: Refusal) =>
  services.database.transact(systemActor, (tx) =>
    recordAudit(tx, call, {
      at: services.clock.now(),
      action: 'session.sign-in',
      result: 'refused',
      ...(personId && { target: { kind: 'person', id: personId } as const }),
      details: { reason, provider: providerId },
    }),
  )
