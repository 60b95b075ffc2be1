/** What a page of another edition of a known form says, by the places of its fields and by its labels. */
import type { Quad } from '../geometry/quad.ts'
import type { Line } from '../reader/text-reader.ts'
import { isSecret } from '../text/find-secrets.ts'
import { formatOf } from './judge-value.ts'
import { isPrinted, isProse } from './label-words.ts'
import type { ReadField } from './page-reading.ts'
import { readLabels } from './read-labels.ts'

interface PlacedField extends ReadField {
  /** The label of its place was found beside it. */
  isFound: boolean
}

/**
 * What was read on another edition than the one we know. What its places and its labels say is one value each, and none
 * is sure. A place counts where its own label was found beside it, and as long as nothing printed is read with its value.
 */
export function fieldsOnOtherEdition(
  placed: readonly PlacedField[],
  lines: readonly Line[],
  isTouched: (quad: Quad) => boolean,
): ReadField[] {
  const byLabel = readLabels(lines).filter(({ value, quad }) => !isSecret(value) && !isTouched(quad))
  const labelled = new Map(byLabel.map((field) => [field.name, field]))
  const numbers = byLabel.filter(({ name, state }) => name === 'number' && state)
  // Otherwise one number has the state of the heading.
  const isListed = new Set(numbers.map(({ state }) => state)).size > 1
  const own = placed.flatMap(({ isFound, ...read }): ReadField[] => {
    const field = read.name === 'number' ? { ...read, value: withoutStateBefore(read) } : read
    const label = labelled.get(field.name)
    // What is left of a list of states holds no number.
    if (field.name === 'number' && field.value.replace(/\D/g, '').length < fewestDigits) return []
    if (isProse(field.value) || isPrinted(field.value)) return []
    if (!label) return [field]
    if (field.name === 'number' && isListed && numbers.some((one) => isWithin(one, field))) return []
    // The state in the row of a number is the one that gave it, wherever the places of the blank lie.
    if (field.name === 'number' && field.state && label.state && isWithin(label, field)) return [label]
    // Other zones of the name hold what its label doesn't say.
    if (field.position > 0) return [field]
    const holdsMore = field.value !== label.value && field.value.includes(label.value)
    const fits = field.name === 'number' ? betterNumber(field, label) : undefined
    return (fits ?? (isFound && !holdsMore)) ? [field] : [label]
  })
  const missing = byLabel.filter(
    ({ name }) => (isListed && name === 'number') || !own.some((field) => field.name === name),
  )
  const counts = new Map<ReadField['name'], number>()
  return [...own, ...missing].map((field) => {
    const position = counts.get(field.name) ?? 0
    counts.set(field.name, position + 1)
    return { ...field, position, isSure: false }
  })
}

const isWithin = (one: ReadField, other: ReadField) => lettersOf(other.value).includes(lettersOf(one.value))
const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')

// As where a label alone says that something is a number.
const fewestDigits = 4

/** Lists of states print the state before its number, and the number of a note beside the state. */
const withoutStateBefore = ({ value, state }: ReadField) =>
  state ? value.replace(new RegExp(`^${state}(?: ?\\d{1,2})? (?=(?:.*\\d){${fewestDigits}})`), '') : value

/** Whether the first of two numbers is the one with its state's format; undefined when that doesn't decide. */
function betterNumber(one: ReadField, other: ReadField): boolean | undefined {
  const state = one.state ?? other.state
  const [fits, otherFits] = [one, other].map(({ value }) => formatOf(value, state) === 'fits')
  if (fits !== otherFits) return fits
  return /\p{L}{2} |\p{L}{4}/u.test(one.value) && !/\p{L}{2} |\p{L}{4}/u.test(other.value) ? false : undefined
}
