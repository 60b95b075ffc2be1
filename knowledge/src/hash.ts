/**
 * Two 32-bit FNV-1a hashes with different starts, as 16 hex digits. It tells versions of data apart; it's no protection
 * against someone who wants two texts with the same hash.
 */
export function hashText(text: string): string {
  let one = 0x811c9dc5
  let other = 0x01000193
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    one = Math.imul(one ^ code, 0x01000193)
    other = Math.imul(other ^ code, 0x85ebca6b) ^ (other >>> 13)
  }
  return hex(one) + hex(other)
}

/** 32 bits, for word pairs: many are stored, and a rare collision does no harm. */
export function hashPair(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

const hex = (value: number) => (value >>> 0).toString(16).padStart(8, '0')
