const oneDecimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const counted = (count: number, unit: string) =>
  `${oneDecimal.format(count)} ${unit}${count === 1 ? '' : 's'}`
const rounded = (value: number) => Math.round(value * 10) / 10

/** A length of time in the unit that suits it. */
export function hoursWords(hours: number | null): string {
  if (hours === null) return '–'
  if (hours < 1) return counted(Math.max(1, Math.round(hours * 60)), 'minute')
  return hours < 48 ? counted(rounded(hours), 'hour') : counted(rounded(hours / 24), 'day')
}
