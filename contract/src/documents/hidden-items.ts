import type { FindingKind, Quad } from '../documents.ts'

interface FoundArea {
  page: number
  kind: FindingKind
  /** Corners as shares of the page. */
  quad: Quad
}

interface PageSize {
  page: number
  width: number
  height: number
}

/** Something private that was hidden, with all the areas that hide it. */
export interface HiddenItem {
  page: number
  kind: FindingKind
  quads: Quad[]
}

/**
 * What was hidden, in reading order. A card number is often hidden by one area for each group of digits: areas of one
 * kind in one line, with no more than a gap between them, are one item. Every area that the owner drew is its own item.
 */
export function hiddenItems(findings: readonly FoundArea[], pages: readonly PageSize[]): HiddenItem[] {
  return pages.flatMap((size) => {
    const onPage = findings.filter(({ page }) => page === size.page).map((found) => areaOf(found, size))
    const items = [...Map.groupBy(onPage, ({ kind }) => kind)].flatMap(([kind, areas]) =>
      kind === 'chosen' ? areas.map((area) => [area]) : runsOf(areas),
    )
    return items
      .map((areas) => areas.toSorted(inReadingOrder))
      .toSorted(([one], [other]) => (one && other ? inReadingOrder(one, other) : 0))
      .map((areas) => ({
        page: size.page,
        kind: (areas[0] as Area).kind,
        quads: areas.map(({ quad }) => quad),
      }))
  })
}

interface Area extends FoundArea {
  left: number
  right: number
  top: number
  bottom: number
}

function areaOf(found: FoundArea, { width, height }: PageSize): Area {
  const across = found.quad.map(([x]) => x * width)
  const down = found.quad.map(([, y]) => y * height)
  return {
    ...found,
    left: Math.min(...across),
    right: Math.max(...across),
    top: Math.min(...down),
    bottom: Math.max(...down),
  }
}

/** Areas that follow each other in a line are one run. */
function runsOf(areas: readonly Area[]): Area[][] {
  const runs: Area[][] = []
  for (const area of areas) {
    const touched = runs.filter((run) => run.some((other) => isSameLine(area, other)))
    for (const run of touched) runs.splice(runs.indexOf(run), 1)
    runs.push([area, ...touched.flat()])
  }
  return runs
}

const gapInHeights = 2

/** Text runs along the longer side of its areas. */
function isSameLine(one: Area, other: Area): boolean {
  const isUpright = one.bottom - one.top > one.right - one.left
  const [from, to, low, high] = isUpright
    ? (['top', 'bottom', 'left', 'right'] as const)
    : (['left', 'right', 'top', 'bottom'] as const)
  const thickness = Math.min(one[high] - one[low], other[high] - other[low])
  const overlap = Math.min(one[high], other[high]) - Math.max(one[low], other[low])
  const gap = Math.max(one[from], other[from]) - Math.min(one[to], other[to])
  return overlap >= thickness / 2 && gap <= gapInHeights * thickness
}

/** From top to bottom; in one line from left to right. */
function inReadingOrder(one: Area, other: Area): number {
  const isBeside = Math.max(one.top, other.top) < Math.min(one.bottom, other.bottom)
  return isBeside ? one.left - other.left : one.top - other.top
}
