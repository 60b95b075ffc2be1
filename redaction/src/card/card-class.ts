import { classifyCard } from '@exempta/knowledge/card-class'
import type { CardClass } from '@exempta/knowledge/terms'
import type { Line } from '../reader/text-reader.ts'
import { passesLuhn } from '../text/secret.ts'
import type { CardNumber } from './card-number.ts'

/**
 * The kind of a government card, from its first digits and the words on it. Derived before anything is painted, and all
 * that is known of the number afterwards. Undefined when no number was read whole and without a mistake.
 */
export function cardClassOf(
  numbers: readonly CardNumber[],
  readings: readonly (readonly Line[])[],
): CardClass | undefined {
  const printed = readings
    .flat()
    .map(({ text }) => text)
    .join('\n')
  return sameClass(
    numbers
      .filter(({ isComplete, chain }) => isComplete && passesLuhn(chain.digits))
      .map(({ chain }) => classifyCard(chain.digits, printed)),
  )
}

/** The class that all cards of a page or a file have; undefined when they differ. */
export function sameClass(classes: readonly (CardClass | undefined)[]): CardClass | undefined {
  const [first, ...others] = classes.filter((one) => one !== undefined)
  const isSame = (other: CardClass) =>
    other.program === first?.program && other.line === first.line && other.billing === first.billing
  return others.every(isSame) ? first : undefined
}
