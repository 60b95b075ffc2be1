/**
 * What is said about the day on which a certificate expires, with the one verb that is true on the day it's read.
 * Days are text, such as 2026-12-31, and `words` is the end date as its reader writes it.
 */
export function expiryWords(endsOn: string, today: string, words: string, count = 1): string {
  if (endsOn < today) return `expired on ${words}`
  const verb = count === 1 ? 'expires' : 'expire'
  return endsOn === today ? `${verb} today, ${words}` : `${verb} on ${words}`
}
