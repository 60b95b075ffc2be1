import { Secret, TOTP } from 'otpauth'
import QRCode from 'qrcode'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Services } from '../../../platform/services.ts'

const periodSeconds = 30
const secretBytes = 20

const nameOf = (personId: string) => ({ ownerId: personId, purpose: 'authenticator' }) as const

const authenticator = (secret: Secret, label: string) =>
  new TOTP({ issuer: 'Exempta', label, algorithm: 'SHA1', digits: 6, period: periodSeconds, secret })

/** A new secret, sealed for the person; shown to them this once. */
export async function issueAuthenticator(
  services: Services,
  tx: Transaction,
  person: { id: string; email: string },
): Promise<{ uri: string; manualKey: string }> {
  const secret = new Secret({ size: secretBytes })
  await services.secrets.put(tx, nameOf(person.id), Buffer.from(secret.bytes))
  return { uri: authenticator(secret, person.email).toString(), manualKey: secret.base32 }
}

/** As a picture that the page can show by itself. */
export const drawQrImage = (uri: string): Promise<string> =>
  QRCode.toDataURL(uri, { errorCorrectionLevel: 'M', margin: 2, width: 240 })

/** The time step that the code belongs to, one before or after now at most; undefined when it is wrong. */
export async function findStep(
  services: Services,
  tx: Transaction,
  personId: string,
  code: string,
): Promise<number | undefined> {
  const bytes = await services.secrets.get(tx, nameOf(personId))
  if (!bytes) return undefined
  const timestamp = services.clock.now().getTime()
  const secret = new Secret({ buffer: Uint8Array.from(bytes).buffer })
  const delta = authenticator(secret, personId).validate({ token: code, timestamp, window: 1 })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / periodSeconds) + delta
}

export const forgetAuthenticator = (services: Services, tx: Transaction, personId: string): Promise<void> =>
  services.secrets.remove(tx, nameOf(personId))
