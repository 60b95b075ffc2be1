import { createHash, randomInt } from 'node:crypto'
import { accountLimits } from '@exempta/contract/accounts/limits'
import { hashRaw } from '@node-rs/argon2'
import { Secret, TOTP } from 'otpauth'
import QRCode from 'qrcode'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Services } from '../../../platform/services.ts'
import { sendAccountNotice } from '../account-events.ts'
import { type ConfirmedPassword, confirmPassword, lockConfirmedPerson } from '../confirm-password.ts'
import { takeGuess } from '../guesses.ts'
import { endSessionsOf } from '../manage-sessions.ts'
import { type LockedPerson, lockPerson } from '../queries/accounts.ts'
import {
  beginEnrolment,
  completeEnrolment,
  countBackupCodes,
  deleteTwoFactor,
  findTwoFactor,
  listPasskeys,
  replaceCodes,
  useStep,
} from '../queries/two-factor.ts'
import type { KnownSession } from '../sessions.ts'
import { isTwoFactorRequired } from '../sessions.ts'
import { rotateToken } from '../start-session.ts'
import { describePasskey } from './passkeys.ts'

const periodSeconds = 30
const secretBytes = 20

const nameOf = (personId: string) => ({ ownerId: personId, purpose: 'authenticator' }) as const

const authenticator = (secret: Secret, label: string) =>
  new TOTP({ issuer: 'Exempta', label, algorithm: 'SHA1', digits: 6, period: periodSeconds, secret })

/** Creates a secret, sealed for the person and shown to them only once. */
async function issueAuthenticator(
  services: Services,
  tx: Transaction,
  person: { id: string; email: string },
): Promise<{ uri: string; manualKey: string }> {
  const secret = new Secret({ size: secretBytes })
  await services.secrets.put(tx, nameOf(person.id), Buffer.from(secret.bytes))
  return { uri: authenticator(secret, person.email).toString(), manualKey: secret.base32 }
}

/** As a data URL, so that the page needs no further request. */
const drawQrImage = (uri: string): Promise<string> =>
  QRCode.toDataURL(uri, { errorCorrectionLevel: 'M', margin: 2, width: 240 })

/** Returns the time step of the code, at most one before or after now; undefined if the code is wrong. */
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

const forgetAuthenticator = (services: Services, tx: Transaction, personId: string): Promise<void> =>
  services.secrets.remove(tx, nameOf(personId))

const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const codeLength = 10

const generateCode = () =>
  Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')

/**
 * Slow like a password hash, but with one salt per person, so that a code is found by its hash in one lookup.
 */
export function hashBackupCode(personId: string, code: string): Promise<Buffer> {
  const salt = createHash('sha256').update(`exempta backup codes\0${personId}`).digest().subarray(0, 16)
  return hashRaw(code, { salt, memoryCost: 19_456, timeCost: 2, parallelism: 1 })
}

/** Call before the transaction: hashing is slow, and no transaction should stay open meanwhile. */
async function prepareBackupCodes(personId: string) {
  const codes = Array.from({ length: accountLimits.backupCodes }, generateCode)
  const hashes: Buffer[] = []
  for (const code of codes) hashes.push(await hashBackupCode(personId, code))
  return async (tx: Transaction): Promise<string[]> => {
    await replaceCodes(tx, personId, hashes)
    return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`)
  }
}

export interface Proof {
  password: string
  code?: string | undefined
}

type Confirm = (services: Services, call: Call, password: string) => Promise<ConfirmedPassword>

/**
 * Asks a logged-in person for the password again and, with two-factor on, for a fresh code. The code is used
 * up only if the work succeeds.
 */
export async function withProof<T>(
  services: Services,
  call: Call,
  { password, code }: Proof,
  work: (tx: Transaction, person: LockedPerson) => Promise<T>,
  confirm: Confirm = confirmPassword,
): Promise<T> {
  const confirmed = await confirm(services, call, password)
  const guess = code === undefined ? undefined : await takeCodeGuess(services, call)
  return services.database.transact(systemActor, async (tx) => {
    const person = await lockConfirmedPerson(tx, confirmed)
    if (!person) throw new AppError('wrong-password')
    if ((await findTwoFactor(tx, person.id))?.enabled_at) {
      const step = code === undefined ? undefined : await findStep(services, tx, person.id, code)
      if (step === undefined || !(await useStep(tx, person.id, step))) throw new AppError('wrong-code')
    }
    await guess?.wasRight(tx)
    return work(tx, person)
  })
}

function takeCodeGuess(services: Services, call: Call) {
  const { id } = personOf(call)
  const { ip } = call.origin
  return takeGuess(services, { at: 'second-factor', subject: id, personId: id, deviceToken: undefined, ip })
}

export function getTwoFactor(services: Services, { person }: KnownSession) {
  return services.database.transact(systemActor, async (tx) => ({
    isEnabled: person.hasTwoFactor,
    isRequired: isTwoFactorRequired(services, person.role, person.business?.role),
    backupCodesLeft: await countBackupCodes(tx, person.id),
    passkeys: (await listPasskeys(tx, person.id)).map(describePasskey),
  }))
}

export async function beginTwoFactor(services: Services, call: Call, email: string, password: string) {
  const { id } = personOf(call)
  await confirmPassword(services, call, password)
  const { uri, manualKey } = await services.database.transact(systemActor, async (tx) => {
    if (!(await beginEnrolment(tx, id, services.clock.now()))) throw new AppError('conflict')
    return issueAuthenticator(services, tx, { id, email })
  })
  return { qrImage: await drawQrImage(uri), manualKey }
}

/** Ends other sessions, which started without the second factor; this one continues under a new token. */
export async function enableTwoFactor(
  services: Services,
  call: Call,
  { sessionId, code }: { sessionId: string; code: string },
): Promise<{ backupCodes: string[]; token: string }> {
  const { id } = personOf(call)
  const guess = await takeCodeGuess(services, call)
  const saveCodes = await prepareBackupCodes(id)
  return services.database.transact(systemActor, async (tx) => {
    const person = await lockPerson(tx, id)
    const state = await findTwoFactor(tx, id)
    if (!person || !state || state.enabled_at) throw new AppError('conflict')
    const step = await findStep(services, tx, id, code)
    if (step === undefined) throw new AppError('wrong-code')
    if (!(await completeEnrolment(tx, id, step, services.clock.now()))) throw new AppError('conflict')
    await guess.wasRight(tx)
    const backupCodes = await saveCodes(tx)
    await endSessionsOf(tx, id, { except: sessionId })
    await record(services, tx, call, 'two-factor.enable')
    await sendAccountNotice(services, tx, person, 'two-factor-enabled')
    return { backupCodes, token: await rotateToken(tx, { sessionId, personId: id }) }
  })
}

export async function disableTwoFactor(
  services: Services,
  call: Call,
  { person }: KnownSession,
  proof: Proof,
): Promise<void> {
  if (isTwoFactorRequired(services, person.role, person.business?.role)) throw new AppError('not-allowed')
  await withTwoFactor(services, call, proof, async (tx) => {
    await deleteTwoFactor(tx, person.id)
    await forgetAuthenticator(services, tx, person.id)
    await record(services, tx, call, 'two-factor.disable')
    await sendAccountNotice(services, tx, person, 'two-factor-disabled')
  })
}

export async function replaceBackupCodes(services: Services, call: Call, proof: Proof): Promise<string[]> {
  const saveCodes = await prepareBackupCodes(personOf(call).id)
  return withTwoFactor(services, call, proof, async (tx, person) => {
    const codes = await saveCodes(tx)
    await record(services, tx, call, 'backup-codes.replace')
    await sendAccountNotice(services, tx, person, 'backup-codes-replaced')
    return codes
  })
}

/** For actions that require two-factor authentication to be on. */
const withTwoFactor: typeof withProof = (services, call, proof, work) =>
  withProof(services, call, proof, async (tx, person) => {
    if (!(await findTwoFactor(tx, person.id))?.enabled_at) throw new AppError('conflict')
    return work(tx, person)
  })

const record = (
  services: Services,
  tx: Transaction,
  call: Call,
  action: 'two-factor.enable' | 'two-factor.disable' | 'backup-codes.replace',
) =>
  recordAudit(tx, call, {
    at: services.clock.now(),
    action,
    target: { kind: 'person', id: personOf(call).id },
  })
