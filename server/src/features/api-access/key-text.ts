import { randomToken } from '../../platform/random-token.ts'

/** Programs that look for secrets in code know a key by its beginning. */
const beginning = 'exk_'
const prefixLength = beginning.length + 6
const keyText = /^exk_[A-Za-z0-9_-]{43}$/

export const newKeyText = (): string => beginning + randomToken()

/** What people know a key again by. */
export const prefixOf = (key: string): string => key.slice(0, prefixLength)

/** The key in an `Authorization` header; undefined when there is none that could be one. */
export function bearerKey(untrustedHeader: string | undefined): string | undefined {
  const given = untrustedHeader?.match(/^Bearer +(\S+) *$/i)?.[1]
  return given && keyText.test(given) ? given : undefined
}
