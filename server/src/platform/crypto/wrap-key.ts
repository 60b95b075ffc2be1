import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { TamperedFileError } from './errors.ts'
import { associatedData, type FileIdentity } from './file-identity.ts'
import type { MasterKey } from './master-key.ts'

const nonceBytes = 12
const tagBytes = 16
const fileKeyBytes = 32

export const generateFileKey = (): KeyObject => createSecretKey(randomBytes(fileKeyBytes))

/** Nonce, encrypted key and tag in one. Random nonces are safe for 2³² keys wrapped by one master key. */
export function wrapKey(master: MasterKey, fileKey: KeyObject, file: FileIdentity): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', master.secret, nonce, { authTagLength: tagBytes })
  cipher.setAAD(wrapContext(master, file))
  return Buffer.concat([nonce, cipher.update(fileKey.export()), cipher.final(), cipher.getAuthTag()])
}

export function unwrapKey(master: MasterKey, wrapped: Uint8Array, file: FileIdentity): KeyObject {
  if (wrapped.length !== nonceBytes + fileKeyBytes + tagBytes) throw new TamperedFileError()
  const nonce = wrapped.subarray(0, nonceBytes)
  const decipher = createDecipheriv('aes-256-gcm', master.secret, nonce, { authTagLength: tagBytes })
  decipher.setAAD(wrapContext(master, file))
  decipher.setAuthTag(wrapped.subarray(-tagBytes))
  const fileKey = decipher.update(wrapped.subarray(nonceBytes, -tagBytes))
  try {
    decipher.final()
    return createSecretKey(fileKey)
  } catch (cause) {
    throw new TamperedFileError({ cause })
  } finally {
    fileKey.fill(0)
  }
}

const wrapContext = (master: MasterKey, file: FileIdentity) =>
  associatedData(`exempta file key\0${master.id}`, file)
