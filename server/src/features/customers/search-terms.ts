/** What a customer is found by: words from their beginning, the email address, the end of a number. */
import type { CustomerContact } from '@exempta/contract/customers'

const marks = /\p{M}+/gu
const notInWords = /[^\p{L}\p{N}]+/u

/** Small letters without accents, so that Cafe finds Café. */
const plain = (text: string) => text.normalize('NFKD').replace(marks, '').toLowerCase()

const wordsIn = (text: string) => plain(text).split(notInWords).filter(Boolean)

/** A number without the signs that people write or leave out. */
export const numberTerm = (number: string) => `#${plain(number).replace(/[^\p{L}\p{N}]+/gu, '')}`
/** A whole name, to recognize a customer by. Nothing that is typed in a search begins with its sign. */
const nameTerm = (name: string) => `=${name.toLowerCase()}`
export const emailTerm = (email: string) => email.toLowerCase()

const longest = 100
/** Words of so many letters are also compared with those of certificates, as a whole. */
const comparedWord = 4
const longestTerm = 320

export function termsOf(names: readonly string[], email: string, numbers: readonly string[]): string[] {
  const ends = numbers.map((number) => wordsIn(number).join('').slice(-4)).filter((end) => end.length === 4)
  const all = [...names.flatMap(wordsIn), emailTerm(email), ...ends, ...numbers.map(numberTerm)].filter(
    Boolean,
  )
  return [...new Set(all.map((term) => term.slice(0, longestTerm)))]
}

interface SearchedRecord {
  name: string
  otherNames: readonly string[]
  /** Its own, and those of records that were merged into it. */
  numbers: readonly string[]
  contacts: readonly Pick<CustomerContact, 'name' | 'email'>[]
}

/** What the record itself is found by. The terms of its certificates find it, too. */
export function recordTerms({ name, otherNames, numbers, contacts }: SearchedRecord): string[] {
  const names = [name, ...otherNames, ...contacts.flatMap((contact) => contact.name ?? [])]
  const found = numbers.flatMap((number) => [
    ...wordsIn(number),
    wordsIn(number).join(''),
    numberTerm(number),
  ])
  // Its own name has an index of its own.
  const whole = otherNames.map(nameTerm)
  const emails = contacts.flatMap(({ email }) => (email === null ? [] : emailTerm(email)))
  const all = [...names.flatMap(wordsIn), ...whole, ...found, ...emails].filter(Boolean)
  const terms = [...new Set(all.map((term) => term.slice(0, longestTerm)))]
  // Whoever types a short word finds the longer one that begins with it.
  return terms.filter(
    (term) => term.length >= comparedWord || !terms.some((other) => other !== term && other.startsWith(term)),
  )
}

/** Each of these must be the beginning of a term. Signs like % mean nothing. */
export function searchedTerms(search: string): string[] {
  const parts = search
    .split(/\s+/)
    .flatMap((part) => (part.includes('@') ? [emailTerm(part)] : wordsIn(part)))
  return [...new Set(parts.filter(Boolean))].slice(0, 8).map((part) => part.slice(0, longest))
}
