/** This installation as browsers and their passkeys know it: by its configured public address alone. */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Services } from '../../../platform/services.ts'
import type { PasskeyRow } from '../queries/passkeys.ts'

export type Untrusted = Record<string, unknown>

// Three hundred files, which a start need not wait for.
const webAuthn = () => import('@simplewebauthn/server')

// ES256, EdDSA and RS256: what authenticators in use can do.
const supportedAlgorithmIDs = [-7, -8, -257]

const partyOf = ({ publicUrl }: Services) => {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

const described = (passkeys: readonly PasskeyRow[]) =>
  passkeys.map(({ credential_id: id, transports }) => ({ id, transports }))

export async function askForNewPasskey(services: Services, email: string, passkeys: readonly PasskeyRow[]) {
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

/** Undefined when the answer does not fit the question. */
export async function verifyNewPasskey(services: Services, challenge: string, untrustedResponse: Untrusted) {
  const { id, origin } = partyOf(services)
  const { verifyRegistrationResponse } = await webAuthn()
  return unlessRefused(services, async () => {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: untrustedResponse as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      supportedAlgorithmIDs,
      // The password was asked for before: the passkey has to show possession.
      requireUserVerification: false,
    })
    return registrationInfo?.credential
  })
}

/** The new counter, or undefined when the answer does not fit the question. */
export async function verifyPasskey(
  services: Services,
  challenge: string,
  passkey: PasskeyRow,
  untrustedResponse: Untrusted,
) {
  const { id, origin } = partyOf(services)
  const { verifyAuthenticationResponse } = await webAuthn()
  return unlessRefused(services, async () => {
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

/** The library throws whatever it meets in an answer that was made up. */
async function unlessRefused<T>(services: Services, verify: () => Promise<T>): Promise<T | undefined> {
  try {
    return await verify()
  } catch (error) {
    services.log.debug({ err: error }, 'passkey refused')
    return undefined
  }
}
