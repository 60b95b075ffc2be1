/** Small secrets that must be read again, such as the key of an authenticator app: sealed for one owner and purpose. */
import type { Transaction } from '../db/database.ts'
import { open, seal } from './aes-gcm.ts'
import type { MasterKey } from './master-key.ts'
import type { MasterKeys } from './master-keys.ts'
import { deleteSecret, findSecret, type SecretName, upsertSecret } from './queries.ts'

export interface SealedSecrets {
  put(tx: Transaction, name: SecretName, secret: Buffer): Promise<void>
  get(tx: Transaction, name: SecretName): Promise<Buffer | undefined>
  remove(tx: Transaction, name: SecretName): Promise<void>
}

export const createSealedSecrets = (masterKeys: MasterKeys): SealedSecrets => ({
  async put(tx, name, secret) {
    const master = await masterKeys.current(tx)
    await upsertSecret(tx, { ...name, masterKeyId: master.id, sealed: sealSecret(master, secret, name) })
  },
  async get(tx, name) {
    const found = await findSecret(tx, name)
    return found && openSecret(await masterKeys.find(found.masterKeyId), found.sealed, name)
  },
  remove: deleteSecret,
})

export const sealSecret = (master: MasterKey, secret: Buffer, name: SecretName): Buffer =>
  seal(master.secret, secret, contextOf(master, name))

export const openSecret = (master: MasterKey, sealed: Uint8Array, name: SecretName): Buffer =>
  open(master.secret, sealed, contextOf(master, name))

const contextOf = (master: MasterKey, { ownerId, purpose }: SecretName) =>
  Buffer.from(['exempta sealed secret', master.id, ownerId, purpose].join('\0'))
