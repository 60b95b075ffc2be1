import type { Secret } from './links.ts'

// Two characters of Unicode's private use area, taken out of all other values.
/** Stands before every secret. */
export const secretMark = '\uE000'
const close = '\uE001'
const marks = /[\uE000\uE001]/g
const marked = /\uE000([^\uE001]*)\uE001/g
const markedTarget = / href="\uE000[^\uE001]*\uE001"/g

/** What takes a secret's place in the stored mail. */
export const removedNote = '[removed after sending]'

/** What takes a secret's place for an administrator who reads a mail. */
export const hiddenNote = '[hidden]'

/** Marks a secret in a body, so that it can be found again without being known. */
export const markSecret = (secret: Secret, encode: (text: string) => string): string =>
  secretMark + encode(secret.reveal()) + close

/** Of a text body, where they stand as they are. */
export const secretsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(marked)].map(([, secret]) => secret ?? '')),
]

export const withoutMarks = (text: string): string => text.replace(marks, '')

export const withoutSecrets = (body: string, note = removedNote): string =>
  body.replace(markedTarget, '').replace(marked, note)
