import type { Passkey } from '@exempta/contract/accounts/two-factor'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { Call } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Services } from '../../../platform/services.ts'
import { sendAccountNotice } from '../account-events.ts'
import { confirmPassword, lockConfirmedPerson } from '../confirm-password.ts'
import { limits } from '../limits.ts'
import { lockPerson } from '../queries/accounts.ts'
import { hasSession } from '../queries/sessions.ts'
import {
  deletePasskey,
  findTwoFactor,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
  takeChallenge,
  upsertChallenge,
} from '../queries/two-factor.ts'
import type { KnownSession } from '../sessions.ts'

/** The relying party is defined only by the configured public URL. */

export type Untrusted = Record<string, unknown>

// Imported on demand: it loads three hundred files that startup should not wait for.
const webAuthn = () => import('@simplewebauthn/server')

// ES256, EdDSA and RS256 cover the authenticators in use.
const supportedAlgorithmIDs = [-7, -8, -257]

const partyOf = ({ publicUrl }: Services) => {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

const described = (passkeys: readonly PasskeyRow[]) =>
  passkeys.map(({ credential_id: id, transports }) => ({ id, transports }))

async function askForNewPasskey(services: Services, email: string, passkeys: readonly PasskeyRow[]) {
  const { generateRegistrationOptions } = await webAuthn()
  return generateRegistrationOptions({
    rpName: 'Exempta',
    rpID: partyOf(services).id,
    userName: email,
    excludeCredentials: described(passkeys),
    supportedAlgorithmIDs,
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })
}

export async function askForPasskey(services: Services, passkeys: readonly PasskeyRow[]) {
  const { generateAuthenticationOptions } = await webAuthn()
  return generateAuthenticationOptions({
    rpID: partyOf(services).id,
    allowCredentials: described(passkeys),
    userVerification: 'preferred',
  })
}

/** Returns undefined if the response does not match the challenge. */
async function verifyNewPasskey(services: Services, challenge: string, untrustedResponse: Untrusted) {
  const { id, origin } = partyOf(services)
  const { verifyRegistrationResponse } = await webAuthn()
  return undefinedIfInvalid(services, async () => {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: untrustedResponse as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      supportedAlgorithmIDs,
      // The password was just checked, so the passkey only has to prove possession.
      requireUserVerification: false,
    })
    return registrationInfo?.credential
  })
}

/** Returns the new counter, or undefined if the response does not match the challenge. */
export async function verifyPasskey(
  services: Services,
  challenge: string,
  passkey: PasskeyRow,
  untrustedResponse: Untrusted,
) {
  const { id, origin } = partyOf(services)
  const { verifyAuthenticationResponse } = await webAuthn()
  return undefinedIfInvalid(services, async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: untrustedResponse as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: false,
      credential: {
        id: passkey.credential_id,
        publicKey: Uint8Array.from(passkey.public_key),
        counter: passkey.counter,
      },
    })
    return verified ? authenticationInfo.newCounter : undefined
  })
}

/** The library throws arbitrary errors for forged responses. */
async function undefinedIfInvalid<T>(services: Services, verify: () => Promise<T>): Promise<T | undefined> {
  try {
    return await verify()
  } catch (error) {
    services.log.debug({ err: error }, 'passkey refused')
    return undefined
  }
}

export const describePasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})

export const challengeExpiry = ({ clock }: Services) =>
  new Date(clock.latest().getTime() + limits.passkeyQuestionMs)

export async function beginPasskey(services: Services, call: Call, session: KnownSession, password: string) {
  const { person } = session
  if (!person.hasTwoFactor)
    throw new AppError('conflict', { text: 'Turn on two-factor authentication first.' })
  await confirmPassword(services, call, password)
  const { database } = services
  const passkeys = await database.transact(systemActor, (tx) => listPasskeys(tx, person.id))
  if (passkeys.length >= limits.passkeys) {
    throw new AppError('conflict', {
      text: `You can have ${limits.passkeys} passkeys. Remove one before you add another.`,
    })
  }
  const options = await askForNewPasskey(services, person.email, passkeys)
  await database.transact(systemActor, (tx) =>
    upsertChallenge(tx, session.id, options.challenge, challengeExpiry(services)),
  )
  return options
}

export async function addPasskey(
  services: Services,
  call: Call,
  { id: sessionId, person }: KnownSession,
  { name, response }: { name: string; response: Untrusted },
): Promise<Passkey> {
  const { database, clock } = services
  const challenge = await database.transact(systemActor, (tx) => takeChallenge(tx, sessionId, clock.latest()))
  const credential = challenge && (await verifyNewPasskey(services, challenge, response))
  if (!credential)
    throw new AppError('wrong-code', { text: 'We couldn’t add this passkey. Please try again.' })
  return database.transact(systemActor, async (tx) => {
    const owner = await lockPerson(tx, person.id)
    if (!owner || !(await hasSession(tx, sessionId))) throw new AppError('not-signed-in')
    if (!(await findTwoFactor(tx, person.id))?.enabled_at) throw new AppError('conflict')
    const passkey = {
      userId: person.id,
      name,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
    }
    const row = await insertPasskey(tx, passkey, clock.now())
    if (!row) throw new AppError('conflict', { text: 'This passkey is already in use.' })
    const target = { kind: 'passkey', id: row.id } as const
    await recordAudit(tx, call, { at: clock.now(), action: 'passkey.create', target })
    await sendAccountNotice(services, tx, owner, 'passkey-added')
    return describePasskey(row)
  })
}

export async function removePasskey(
  services: Services,
  call: Call,
  { id, password }: { id: string; password: string },
): Promise<void> {
  const confirmed = await confirmPassword(services, call, password)
  await services.database.transact(systemActor, async (tx) => {
    const owner = await lockConfirmedPerson(tx, confirmed)
    if (!owner) throw new AppError('wrong-password')
    if (!(await deletePasskey(tx, owner.id, id))) throw new AppError('not-found')
    const target = { kind: 'passkey', id } as const
    await recordAudit(tx, call, { at: services.clock.now(), action: 'passkey.remove', target })
    await sendAccountNotice(services, tx, owner, 'passkey-removed')
  })
}
