import type { Session } from '@exempta/contract/accounts'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Services } from '../../../platform/services.ts'
import { confirmPassword } from '../confirm-password.ts'
import { endSessionsOf } from '../end-sessions.ts'
import { lockPerson } from '../queries/accounts.ts'
import { listPasskeys } from '../queries/passkeys.ts'
import {
  beginEnrolment,
  completeEnrolment,
  countBackupCodes,
  deleteTwoFactor,
  findTwoFactor,
} from '../queries/two-factor.ts'
import { isTwoFactorRequired } from '../sessions.ts'
import { rotateToken } from '../start-session.ts'
import { tellPerson } from '../tell-person.ts'
import { drawQrImage, findStep, forgetAuthenticator, issueAuthenticator } from './authenticator.ts'
import { prepareBackupCodes } from './backup-codes.ts'
import { describePasskey } from './manage-passkeys.ts'
import { type Proof, takeCodeGuess, withProof } from './with-proof.ts'

export function getTwoFactor(services: Services, { person }: Session) {
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

/** Other sessions began without the second factor, so they end; this one goes on under a new token. */
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
    await tellPerson(services, tx, person, 'two-factor-enabled')
    return { backupCodes, token: await rotateToken(tx, { sessionId, personId: id }) }
  })
}

export async function disableTwoFactor(
  services: Services,
  call: Call,
  { person }: Session,
  proof: Proof,
): Promise<void> {
  if (isTwoFactorRequired(services, person.role, person.business?.role)) throw new AppError('not-allowed')
  await withTwoFactor(services, call, proof, async (tx) => {
    await deleteTwoFactor(tx, person.id)
    await forgetAuthenticator(services, tx, person.id)
    await record(services, tx, call, 'two-factor.disable')
    await tellPerson(services, tx, person, 'two-factor-disabled')
  })
}

export async function replaceBackupCodes(services: Services, call: Call, proof: Proof): Promise<string[]> {
  const saveCodes = await prepareBackupCodes(personOf(call).id)
  return withTwoFactor(services, call, proof, async (tx, person) => {
    const codes = await saveCodes(tx)
    await record(services, tx, call, 'backup-codes.replace')
    await tellPerson(services, tx, person, 'backup-codes-replaced')
    return codes
  })
}

/** For what only somebody with two-factor can do. */
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
