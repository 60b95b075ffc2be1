/** How a stack is cut, as a person changes it. */
import type { ArchivePart } from '@exempta/contract/archive'

export interface Cuts {
  /** Pages on which a certificate begins. */
  starts: ReadonlySet<number>
  leftOut: ReadonlySet<number>
}

export function cutsOf(parts: readonly ArchivePart[], pageCount: number): Cuts {
  const pages = Array.from({ length: pageCount }, (_, at) => at + 1)
  return {
    starts: new Set(parts.map(({ from }) => from)),
    leftOut: new Set(pages.filter((page) => !parts.some(({ from, to }) => page >= from && page <= to))),
  }
}

export const movedCut = (starts: Cuts['starts'], { from, to }: { from: number; to: number }): Set<number> =>
  new Set([...starts].map((page) => (page === from ? to : page)))

/** A page that is left out ends a certificate; what comes after it begins a new one. */
export function partsOf({ starts, leftOut }: Cuts, pageCount: number): ArchivePart[] {
  const parts: ArchivePart[] = []
  for (let page = 1; page <= pageCount; page++) {
    if (leftOut.has(page)) continue
    const last = parts.at(-1)
    if (last && last.to === page - 1 && !starts.has(page)) last.to = page
    else parts.push({ from: page, to: page })
  }
  return parts
}
