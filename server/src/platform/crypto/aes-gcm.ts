import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'
import { TamperedFileError } from './errors.ts'

/**
 * AES-256-GCM, the one cipher for everything we store. `context` is associated data: it is not stored, and what was
 * sealed opens only with the same context, so a ciphertext cannot be moved to another owner, file or call.
 */

const algorithm = 'aes-256-gcm'
export const nonceBytes = 12
export const tagBytes = 16

/** Nonce, ciphertext and tag in one. Random nonces are safe for 2³² messages under one key. */
export function seal(key: KeyObject, plain: Uint8Array, context: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes)
  return Buffer.concat([nonce, sealWithNonce(key, nonce, plain, context)])
}

/** Opens what `seal` made. */
export function open(key: KeyObject, sealed: Uint8Array, context: Buffer): Buffer {
  if (sealed.length < nonceBytes + tagBytes) throw new TamperedFileError()
  return openWithNonce(key, sealed.subarray(0, nonceBytes), sealed.subarray(nonceBytes), context)
}

/** Ciphertext and tag. The caller must never use a nonce twice with the same key. */
export function sealWithNonce(key: KeyObject, nonce: Uint8Array, plain: Uint8Array, context: Buffer): Buffer {
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
  cipher.setAAD(context)
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Returns nothing before all of it was authenticated. */
export function openWithNonce(
  key: KeyObject,
  nonce: Uint8Array,
  sealed: Uint8Array,
  context: Buffer,
): Buffer {
  if (sealed.length < tagBytes) throw new TamperedFileError()
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(context)
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  const plain = decipher.update(sealed.subarray(0, -tagBytes))
  try {
    decipher.final()
    return plain
  } catch (cause) {
    plain.fill(0)
    throw new TamperedFileError({ cause })
  }
}
