import type { secondFactors } from '@exempta/contract/accounts'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { Call } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { hashToken } from '../../../platform/identifiers.ts'
import type { Services } from '../../../platform/services.ts'
import { takeGuess } from '../guesses.ts'
import { lockPerson } from '../queries/accounts.ts'
import { companyLoginOf, deleteSession } from '../queries/sessions.ts'
import {
  countBackupCodes,
  listPasskeys,
  notePasskeyUse,
  takeBackupCode,
  takeChallenge,
  upsertChallenge,
  useStep,
} from '../queries/two-factor.ts'
import { findLiveSession } from '../sessions.ts'
import { startSession } from '../start-session.ts'
import { askForPasskey, challengeExpiry, type Untrusted, verifyPasskey } from './passkeys.ts'
import { findStep, hashBackupCode } from './two-factor.ts'

export type SecondFactorAnswer = { code: string } | { backupCode: string }

interface HalfwayInput {
  token: string | undefined
  deviceToken: string | undefined
}

/** Prepared before the transaction and used up within it; resolves to whether the factor was right. */
type UseFactor = (tx: Transaction) => Promise<boolean>

interface Factor {
  name: (typeof secondFactors)[number]
  prepare(person: { id: string; sessionId: string }): Promise<UseFactor>
}

export async function answerSecondFactor(
  services: Services,
  call: Call,
  { answer, ...input }: HalfwayInput & { answer: SecondFactorAnswer },
): Promise<{ token: string; personId: string; backupCodesLeft: number | null }> {
  const started = await finishSignIn(services, call, input, {
    name: 'code' in answer ? 'code' : 'backup-code',
    prepare: ({ id }) => prepareAnswer(services, id, answer),
  })
  const backupCodesLeft =
    'code' in answer
      ? null
      : await services.database.transact(systemActor, (tx) => countBackupCodes(tx, started.personId), {
          readOnly: true,
        })
  return { ...started, backupCodesLeft }
}

/** Replaces the pending session by a full one; the factor is used up in the same transaction. */
async function finishSignIn(
  services: Services,
  call: Call,
  { token, deviceToken }: HalfwayInput,
  factor: Factor,
): Promise<{ token: string; personId: string }> {
  const found = await findLiveSession(services, token, 'second-factor')
  if (!token || !found) throw new AppError('not-signed-in')
  const { id: sessionId, user_id: id } = found.row
  const subject = { at: 'second-factor', subject: id, personId: id } as const
  const guess = await takeGuess(services, { ...subject, deviceToken, ip: call.origin.ip })
  const use = await factor.prepare({ id, sessionId })
  const started = await services.database.transact(systemActor, async (tx) => {
    const person = await lockPerson(tx, id)
    if (person?.status !== 'active') throw new AppError('not-signed-in')
    if (!(await use(tx))) return undefined
    if (!(await deleteSession(tx, hashToken(token)))) throw new AppError('not-signed-in')
    await guess.wasRight(tx)
    return startSession(services, tx, call, person, {
      factor: factor.name,
      company: companyLoginOf(found.row),
    })
  })
  if (started) return { token: started, personId: id }
  await recordRefusal(services, call, id, factor.name)
  throw new AppError('wrong-code')
}

async function prepareAnswer(
  services: Services,
  personId: string,
  answer: SecondFactorAnswer,
): Promise<UseFactor> {
  if ('backupCode' in answer) {
    const hash = await hashBackupCode(personId, answer.backupCode)
    return (tx) => takeBackupCode(tx, personId, hash)
  }
  return async (tx) => {
    const step = await findStep(services, tx, personId, answer.code)
    return step !== undefined && useStep(tx, personId, step)
  }
}

function recordRefusal(services: Services, call: Call, id: string, factor: string) {
  return services.database.transact(systemActor, (tx) =>
    recordAudit(tx, call, {
      at: services.clock.now(),
      action: 'session.second-factor',
      result: 'refused',
      target: { kind: 'person', id },
      details: { factor },
    }),
  )
}

/** Creates the passkey challenge for a pending session. */
export async function askPasskey(services: Services, token: string | undefined) {
  const found = await findLiveSession(services, token, 'second-factor')
  if (!found) throw new AppError('not-signed-in')
  const { id, user_id: personId } = found.row
  const { database } = services
  const options = await askForPasskey(
    services,
    await database.transact(systemActor, (tx) => listPasskeys(tx, personId)),
  )
  await database.transact(systemActor, (tx) =>
    upsertChallenge(tx, id, options.challenge, challengeExpiry(services)),
  )
  return options
}

export function answerPasskey(
  services: Services,
  call: Call,
  { response, ...input }: HalfwayInput & { response: Untrusted },
): Promise<{ token: string; personId: string }> {
  return finishSignIn(services, call, input, {
    name: 'passkey',
    prepare: (person) => prepareUse(services, person, response),
  })
}

async function prepareUse(
  services: Services,
  person: { id: string; sessionId: string },
  response: Untrusted,
): Promise<UseFactor> {
  const { challenge, passkeys } = await services.database.transact(systemActor, async (tx) => ({
    challenge: await takeChallenge(tx, person.sessionId, services.clock.latest()),
    passkeys: await listPasskeys(tx, person.id),
  }))
  const passkey = passkeys.find(({ credential_id }) => credential_id === response.id)
  const after = challenge && passkey && (await verifyPasskey(services, challenge, passkey, response))
  if (!passkey || typeof after !== 'number') return async () => false
  return (tx) => notePasskeyUse(tx, passkey.id, { before: passkey.counter, after }, services.clock.now())
}
