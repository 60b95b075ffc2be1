/** Keeps the customers above a customer free of loops, while many are set at once. */

import { customerLimits } from '@exempta/contract/customers/limits'

/**
 * Takes the wanted parents one after the other, and returns those that would put a customer above itself or make too
 * long a line of parents. `parentOf` holds the parents as they are now, of everyone above those who are named.
 */
export function findLoops<Id>(
  parentOf: Map<Id, Id>,
  wanted: readonly (readonly [customer: Id, parent: Id])[],
): Set<Id> {
  const refused = new Set<Id>()
  for (const [customer, parent] of wanted) {
    if (isAbove(parentOf, customer, parent)) refused.add(customer)
    else parentOf.set(customer, parent)
  }
  return refused
}

function isAbove<Id>(parentOf: ReadonlyMap<Id, Id>, customer: Id, from: Id): boolean {
  let above: Id | undefined = from
  for (let steps = 0; above !== undefined; steps++) {
    if (above === customer || steps >= customerLimits.parentDepth) return true
    above = parentOf.get(above)
  }
  return false
}
