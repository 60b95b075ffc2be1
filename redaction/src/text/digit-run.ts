/** Positions of the digits in a stretch of text. */
function digitPositions(text: string, start: number, end: number): number[] {
  const positions: number[] = []
  for (let i = start; i < end; i++) if (/\d/.test(text[i] as string)) positions.push(i)
  return positions
}

/** Where hiding ends when the last four digits stay; everything goes when there are too few to tell. */
export function endBeforeLastFour(text: string, start: number, end: number): number {
  const positions = digitPositions(text, start, end)
  const last = positions[positions.length - 5]
  return last === undefined ? end : last + 1
}

export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i])
    const doubled = i % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0 && /[1-9]/.test(digits)
}
