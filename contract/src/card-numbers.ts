// Digits as people write them on a card: in groups, or in one run.
const digitRuns = /\d(?:[ ._-]?\d){12,}/g
const lengthsOfCards = { min: 13, max: 19 }

/** Whether a text holds the number of a payment card. For texts that are useless with dots in place of digits. */
export const holdsCardNumber = (text: string): boolean =>
  [...text.matchAll(digitRuns)].some(([run]) => isCardNumber(run.replace(/\D/g, '')))

/** Starts like the number of a card, is as long as one, and its last digit fits the others (Luhn). */
function isCardNumber(digits: string): boolean {
  if (digits.length < lengthsOfCards.min || digits.length > lengthsOfCards.max) return false
  if (!/^[2-6]/.test(digits)) return false
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
