import { z } from 'zod'

const subjectMaxLength = 200
// Control characters, line and paragraph separators, and the characters that reverse the reading direction.
const unfitForHeader = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu
const addressForm = z.email().max(254)
const printable = /^[\x21-\x7e]+$/

/** Exactly one address: no name, no list, no line break. */
export function checkedAddress(untrusted: string): string {
  if (!isAddress(untrusted)) throw new TypeError('Not an email address.')
  return untrusted
}

const isAddress = (untrusted: string): boolean =>
  printable.test(untrusted) && addressForm.safeParse(untrusted).success

/** Subjects contain names that people chose, so characters that do not belong in a header become a space. */
export function headerText(text: string): string {
  const line = text.toWellFormed().replace(unfitForHeader, ' ').replace(/\s+/g, ' ').trim()
  return line.length <= subjectMaxLength ? line : `${line.slice(0, subjectMaxLength - 1).toWellFormed()}…`
}

export interface Mailbox {
  name: string
  address: string
}

/** Reads `Exempta <mail@example.org>` or a bare address. */
export function readMailbox(text: string): Mailbox {
  const { name, address } = partsOf(text)
  return { name: headerText(name.replaceAll('"', '')), address: checkedAddress(address) }
}

export const isMailbox = (text: string): boolean => isAddress(partsOf(text).address)

function partsOf(text: string): Mailbox {
  const named = /^([^<>]*)<([^<>]+)>$/.exec(text.trim())
  return { name: named?.[1] ?? '', address: (named?.[2] ?? text).trim() }
}
