/**
 * Draws sales as an auditor does. They are split by size into three groups that hold about the same money, and within a
 * group the sample is spread over the months, so that few large sales and many small ones are both looked at.
 */
import { createHash } from 'node:crypto'

export interface SampledSale {
  key: string
  /** Null where the list names no date. */
  month: string | null
  amountCents: number
  /** The tax of a sale that nothing covers; 0 for the others. */
  missingTaxCents: number
}

const groups = 3

/** The groups, each with all of its sales and those of them that are looked at. */
export function drawSample<Sale extends SampledSale>(
  sales: readonly Sale[],
  seed: string,
  wanted: number,
): { all: Sale[]; sample: Sale[] }[] {
  const rest = bySize(sales)
  let left = Math.min(wanted, sales.length)
  return rest.map((all, at) => {
    // What a small group leaves over is for the groups after it.
    const size = Math.min(all.length, Math.ceil(left / (rest.length - at)))
    left -= size
    return { all, sample: spread(all, seed, size) }
  })
}

function bySize<Sale extends SampledSale>(sales: readonly Sale[]): Sale[][] {
  const sorted = [...sales].sort(
    (one, other) => other.amountCents - one.amountCents || (one.key < other.key ? -1 : 1),
  )
  const total = sorted.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const found: Sale[][] = Array.from({ length: groups }, () => [])
  let before = 0
  for (const sale of sorted) {
    const group = total === 0 ? 0 : Math.min(groups - 1, Math.floor((groups * before) / total))
    found[group]?.push(sale)
    before += sale.amountCents
  }
  return found.filter((group) => group.length > 0)
}

/** Every so many of the sales in the order of their months, and by chance within a month. */
function spread<Sale extends SampledSale>(sales: readonly Sale[], seed: string, size: number): Sale[] {
  const chance = (text: string) => createHash('sha256').update(`${seed} ${text}`).digest('hex')
  const ordered = sales
    .map((sale) => ({ sale, order: `${sale.month ?? ''} ${chance(sale.key)}` }))
    .sort((one, other) => (one.order < other.order ? -1 : 1))
  const start = Number.parseInt(chance('start').slice(0, 8), 16) / 2 ** 32
  const picked: Sale[] = []
  for (let at = 0; at < size; at++) {
    const one = ordered[Math.floor(((at + start) * ordered.length) / size)]
    if (one) picked.push(one.sale)
  }
  return picked
}

/** The share of the money without a certificate in each group's sample, for all money of the group. */
export function projectTax(drawn: readonly { all: SampledSale[]; sample: SampledSale[] }[]): number {
  let projected = 0
  for (const { all, sample } of drawn) {
    const looked = sample.reduce((sum, { amountCents }) => sum + amountCents, 0)
    const missing = sample.reduce((sum, { missingTaxCents }) => sum + missingTaxCents, 0)
    if (looked > 0) projected += (missing / looked) * all.reduce((sum, one) => sum + one.amountCents, 0)
  }
  return Math.round(projected)
}
