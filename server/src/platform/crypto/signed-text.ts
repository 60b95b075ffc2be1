import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'

/** The text and its signature, as one token. */
export const signText = (key: KeyObject, text: string): string =>
  `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`

/**
 * The text of a token that this key signed. The token is made anew and compared as a whole, in constant time:
 * decoding what came would let through other spellings of the same signature.
 */
export function openSignedText(key: KeyObject, untrustedToken: string): string | undefined {
  const text = untrustedToken.slice(0, Math.max(untrustedToken.lastIndexOf('.'), 0))
  const [given, right] = [Buffer.from(untrustedToken), Buffer.from(signText(key, text))]
  return given.length === right.length && timingSafeEqual(given, right) ? text : undefined
}
