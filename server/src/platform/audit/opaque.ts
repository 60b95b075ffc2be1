export type AuditDetails = Record<string, string | number | boolean>

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const word = /^[A-Za-z][A-Za-z0-9._:/-]{0,63}$/
const mostDigitsInAWord = 6

/** Audit rows are kept for good, so a name, an address or a number of a card must never get into one. */
export function checkDetails(details: AuditDetails): AuditDetails {
  for (const [name, value] of Object.entries(details)) {
    if (!word.test(name)) throw new TypeError('The name of an audit detail must be a plain word.')
    if (typeof value === 'string') checkOpaque(value, name)
    else if (typeof value === 'number' && !Number.isFinite(value)) {
      throw new TypeError(`The audit detail ${name} must be a finite number.`)
    }
  }
  return details
}

/** Lets through ids and words of the program's own making; the refused value itself is not repeated. */
export function checkOpaque(value: string, name: string): string {
  const isOpaque =
    uuid.test(value) || (word.test(value) && value.replace(/\D/g, '').length <= mostDigitsInAWord)
  if (!isOpaque) throw new TypeError(`The audit value ${name} must be an id or a single plain word.`)
  return value
}
