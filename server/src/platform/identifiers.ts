import { hash, randomBytes, randomUUID } from 'node:crypto'

/** 256 random bits for a cookie or link. Only the hash is ever stored. */
export const randomToken = (): string => randomBytes(32).toString('base64url')

/** Whether a text looks like 256 bits in base64url. Other spellings of the same bits pass, too. */
export const isToken = (untrusted: string): boolean => /^[\w-]{43}$/.test(untrusted)

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

/** A version 7 UUID. It starts with the time, so rows created together are close together in an index. */
export function timeOrderedId(at: Date): string {
  const time = timeOf(at)
  // Node keeps random bytes ready for these, and asks the system for others each time.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

const timeOf = (at: Date) => at.getTime().toString(16).padStart(12, '0')
