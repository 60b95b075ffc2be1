import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'

const nonceBytes = 12
const tagBytes = 16

/** Nonce, ciphertext and tag in one, bound to the call it answers. */
export function sealAnswer(key: KeyObject, text: string, context: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  cipher.setAAD(context)
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()])
}

/** Throws when it was changed, or sealed with another key. */
export function openAnswer(key: KeyObject, sealed: Buffer, context: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(context)
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  const text = decipher.update(sealed.subarray(nonceBytes, -tagBytes))
  return Buffer.concat([text, decipher.final()]).toString()
}
