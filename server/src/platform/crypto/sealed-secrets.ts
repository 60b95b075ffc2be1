/** Small secrets that must be read again, such as the key of an authenticator app: sealed for one owner and purpose. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Transaction } from '../db/database.ts'
import { TamperedFileError } from './errors.ts'
import type { MasterKey } from './master-key.ts'
import type { MasterKeys } from './master-keys.ts'
import { deleteSecret, findSecret, type SecretName, upsertSecret } from './queries.ts'

const nonceBytes = 12
const tagBytes = 16

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

/** Nonce, ciphertext and tag in one. */
export function sealSecret(master: MasterKey, secret: Buffer, name: SecretName): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', master.secret, nonce, { authTagLength: tagBytes })
  cipher.setAAD(contextOf(master, name))
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
}

export function openSecret(master: MasterKey, sealed: Uint8Array, name: SecretName): Buffer {
  if (sealed.length < nonceBytes + tagBytes) throw new TamperedFileError()
  const nonce = sealed.subarray(0, nonceBytes)
  const decipher = createDecipheriv('aes-256-gcm', master.secret, nonce, { authTagLength: tagBytes })
  decipher.setAAD(contextOf(master, name))
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  const secret = decipher.update(sealed.subarray(nonceBytes, -tagBytes))
  try {
    decipher.final()
    return secret
  } catch (cause) {
    throw new TamperedFileError({ cause })
  }
}

const contextOf = (master: MasterKey, { ownerId, purpose }: SecretName) =>
  Buffer.from(['exempta sealed secret', master.id, ownerId, purpose].join('\0'))
