import type { Session } from '@exempta/contract/accounts'
import { limits } from '@exempta/contract/limits'
import type { Passkey } from '@exempta/contract/passkeys'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { Call } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Services } from '../../../platform/services.ts'
import { confirmPassword, holdConfirmed } from '../confirm-password.ts'
import { lockPerson } from '../queries/accounts.ts'
import {
  deletePasskey,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
  putChallenge,
  takeChallenge,
} from '../queries/passkeys.ts'
import { hasSession } from '../queries/sessions.ts'
import { findTwoFactor } from '../queries/two-factor.ts'
import { tellPerson } from '../tell-person.ts'
import { askForNewPasskey, type Untrusted, verifyNewPasskey } from './relying-party.ts'

export const describePasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})

export const questionEnd = ({ clock }: Services) => new Date(clock.now().getTime() + limits.passkeyQuestionMs)

export async function beginPasskey(services: Services, call: Call, session: Session, password: string) {
  const { person } = session
  if (!person.hasTwoFactor) throw new AppError('conflict', { text: 'Please enable two-factor first.' })
  await confirmPassword(services, call, password)
  const { database } = services
  const passkeys = await database.transact(systemActor, (tx) => listPasskeys(tx, person.id))
  if (passkeys.length >= limits.passkeys) {
    throw new AppError('conflict', {
      text: `You can have ${limits.passkeys} passkeys. Please remove one first.`,
    })
  }
  const options = await askForNewPasskey(services, person.email, passkeys)
  await database.transact(systemActor, (tx) =>
    putChallenge(tx, session.id, options.challenge, questionEnd(services)),
  )
  return options
}

export async function addPasskey(
  services: Services,
  call: Call,
  { id: sessionId, person }: Session,
  { name, response }: { name: string; response: Untrusted },
): Promise<Passkey> {
  const { database, clock } = services
  const challenge = await database.transact(systemActor, (tx) => takeChallenge(tx, sessionId, clock.now()))
  const credential = challenge && (await verifyNewPasskey(services, challenge, response))
  if (!credential)
    throw new AppError('wrong-code', { text: 'The passkey could not be added. Please try again.' })
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
    await tellPerson(services, tx, owner, 'passkey-added')
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
    const owner = await holdConfirmed(tx, confirmed)
    if (!owner) throw new AppError('wrong-password')
    if (!(await deletePasskey(tx, owner.id, id))) throw new AppError('not-found')
    const target = { kind: 'passkey', id } as const
    await recordAudit(tx, call, { at: services.clock.now(), action: 'passkey.remove', target })
    await tellPerson(services, tx, owner, 'passkey-removed')
  })
}
