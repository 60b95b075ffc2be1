import type { Secret } from './links.ts'

// Two characters of Unicode's private use area, taken out of all other values.
/** Precedes every secret. */
export const secretMark = '\uE000'
const close = '\uE001'
const marks = /[\uE000\uE001]/g
const marked = /\uE000([^\uE001]*)\uE001/g
const markedTarget = / href="\uE000[^\uE001]*\uE001"/g

/** Replaces a secret in the stored email. */
export const removedNote = '[removed after sending]'

/** Replaces a secret when an administrator reads an email. */
export const hiddenNote = '[hidden]'

/** Marks a secret in a body, so that it can be found again without knowing it. */
export const markSecret = (secret: Secret, encode: (text: string) => string): string =>
  secretMark + encode(secret.reveal()) + close

/** The secrets in a text body, where they are not escaped. */
export const secretsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(marked)].map(([, secret]) => secret ?? '')),
]

export const withoutMarks = (text: string): string => text.replace(marks, '')

export const withoutSecrets = (body: string, note = removedNote): string =>
  body.replace(markedTarget, '').replace(marked, note)
