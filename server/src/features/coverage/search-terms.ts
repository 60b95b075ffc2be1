/** What a customer is found by: words from their beginning, the email address, the end of a number. */

const marks = /\p{M}+/gu
const notInWords = /[^\p{L}\p{N}]+/u

/** Small letters without accents, so that Cafe finds Café. */
const plain = (text: string) => text.normalize('NFKD').replace(marks, '').toLowerCase()

const wordsIn = (text: string) => plain(text).split(notInWords).filter(Boolean)

/** A number without the signs that people write or leave out. */
export const numberTerm = (number: string) => `#${plain(number).replace(/[^\p{L}\p{N}]+/gu, '')}`
export const emailTerm = (email: string) => email.toLowerCase()

const longest = 100

export function termsOf(names: readonly string[], email: string, numbers: readonly string[]): string[] {
  const ends = numbers.map((number) => wordsIn(number).join('').slice(-4)).filter((end) => end.length === 4)
  const all = [...names.flatMap(wordsIn), emailTerm(email), ...ends, ...numbers.map(numberTerm)]
  return [...new Set(all.map((term) => term.slice(0, 320)))]
}

/** Each of these must be the beginning of a term. Signs like % mean nothing. */
export function searchedTerms(search: string): string[] {
  const parts = search
    .split(/\s+/)
    .flatMap((part) => (part.includes('@') ? [emailTerm(part)] : wordsIn(part)))
  return [...new Set(parts.filter(Boolean))].slice(0, 8).map((part) => part.slice(0, longest))
}
