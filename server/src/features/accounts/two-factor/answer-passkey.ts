import { AppError } from '../../../platform/app-error.ts'
import type { Call } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Services } from '../../../platform/services.ts'
import { listPasskeys, notePasskeyUse, putChallenge, takeChallenge } from '../queries/passkeys.ts'
import { findLiveSession } from '../sessions.ts'
import { finishSignIn, type HalfwayInput, type UseFactor } from './answer-second-factor.ts'
import { questionEnd } from './manage-passkeys.ts'
import { askForPasskey, type Untrusted, verifyPasskey } from './relying-party.ts'

/** The question for a half session. */
export async function askPasskey(services: Services, token: string | undefined) {
  const found = await findLiveSession(services, token, 'second-factor')
  if (!found) throw new AppError('not-signed-in')
  const { id, user_id: personId } = found.row
  const { database } = services
  const options = await askForPasskey(
    services,
    await database.transact(systemActor, (tx) => listPasskeys(tx, personId)),
  )
  await database.transact(systemActor, (tx) => putChallenge(tx, id, options.challenge, questionEnd(services)))
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
    challenge: await takeChallenge(tx, person.sessionId, services.clock.now()),
    passkeys: await listPasskeys(tx, person.id),
  }))
  const passkey = passkeys.find(({ credential_id }) => credential_id === response.id)
  const after = challenge && passkey && (await verifyPasskey(services, challenge, passkey, response))
  if (!passkey || typeof after !== 'number') return async () => false
  return (tx) => notePasskeyUse(tx, passkey.id, { before: passkey.counter, after }, services.clock.now())
}
