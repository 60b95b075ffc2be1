import type { Quad } from '@exempta/contract/documents'
import type { FindingCounts } from '../tables.ts'

interface FoundArea {
  page: number
  kind: keyof FindingCounts
  /** Corners as shares of the page. */
  quad: Quad
}

interface PageSize {
  page: number
  width: number
  height: number
}

/**
 * How many values were hidden, by kind. A card number is often hidden by one box for each group of digits: boxes of one
 * kind in one line, with no more than a gap between them, count as one. Every area the owner drew counts.
 */
export function countFindings(findings: readonly FoundArea[], pages: readonly PageSize[]): FindingCounts {
  const sizes = new Map(pages.map((size) => [size.page, size]))
  const counts: FindingCounts = {}
  for (const [kind, ofKind] of Map.groupBy(findings, (finding) => finding.kind)) {
    const ofPages = Map.groupBy(ofKind, ({ page }) => page)
    const values = [...ofPages].map(([page, areas]) =>
      kind === 'chosen' ? areas.length : countRuns(areas.map(({ quad }) => boxOf(quad, sizes.get(page)))),
    )
    counts[kind] = values.reduce((sum, value) => sum + value, 0)
  }
  return counts
}

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

function boxOf(quad: Quad, { width, height } = { width: 1, height: 1 }): Box {
  const across = quad.map(([x]) => x * width)
  const down = quad.map(([, y]) => y * height)
  return {
    left: Math.min(...across),
    right: Math.max(...across),
    top: Math.min(...down),
    bottom: Math.max(...down),
  }
}

/** Boxes that follow each other in a line are one run. */
function countRuns(boxes: readonly Box[]): number {
  const runs: Box[][] = []
  for (const box of boxes) {
    const touched = runs.filter((run) => run.some((other) => isSameLine(box, other)))
    for (const run of touched) runs.splice(runs.indexOf(run), 1)
    runs.push([box, ...touched.flat()])
  }
  return runs.length
}

const gapInHeights = 2

/** Text runs along the longer side of its boxes. */
function isSameLine(one: Box, other: Box): boolean {
  const isUpright = one.bottom - one.top > one.right - one.left
  const [from, to, low, high] = isUpright
    ? (['top', 'bottom', 'left', 'right'] as const)
    : (['left', 'right', 'top', 'bottom'] as const)
  const thickness = Math.min(one[high] - one[low], other[high] - other[low])
  const overlap = Math.min(one[high], other[high]) - Math.max(one[low], other[low])
  const gap = Math.max(one[from], other[from]) - Math.min(one[to], other[to])
  return overlap >= thickness / 2 && gap <= gapInHeights * thickness
}
