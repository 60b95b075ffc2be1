import type { Sample } from '../../redaction/corpus/corpus.ts'
import type { LabelledSecret, Point, Quad } from '../../redaction/corpus/sheet.ts'

type AnyQuad = readonly (readonly [number, number])[]

export interface Score {
  sample: Pick<Sample, 'name' | 'kind' | 'half' | 'side' | 'paper'>
  isRefused: boolean
  /** Not released before its owner has looked at it. */
  isUncertain: boolean
  /** How many areas its owner is asked about. */
  areaCount: number
  secretCount: number
  hiddenCount: number
  /** Kinds of the secrets that can still be read, in part or whole. */
  leaks: string[]
  keptCount: number
  keptVisibleCount: number
  wronglyHiddenShare: number
  /** Words that the drawing says must stay, and those of them that were hidden. */
  wordCount: number
  hiddenWords: { type: string; text: string }[]
}

/** What is looked at of a result. */
export type ScoredResult =
  | { verdict: 'refused' }
  | {
      verdict: 'clean' | 'redacted'
      pages: readonly {
        width: number
        height: number
        findings: readonly { quad: AnyQuad }[]
        uncertain?: readonly unknown[] | undefined
      }[]
    }

const hiddenFrom = 0.8
const visibleUpTo = 0.25
const gridSteps = 8

/** Compares what was hidden with what had to be. */
export function score(sample: Omit<Sample, 'bytes'>, result: ScoredResult): Score {
  const isRefused = result.verdict === 'refused'
  const page = isRefused ? undefined : result.pages[0]
  const hidden: AnyQuad[] = page?.findings.map(({ quad }) => quad) ?? []
  const leaks = isRefused
    ? []
    : sample.secrets.filter((secret) => !isHidden(secret, hidden)).map(({ type }) => type)
  const withKept = sample.secrets.filter(({ keptCount }) => keptCount > 0)
  const { name, kind, half, side, paper } = sample
  const words = page ? (sample.kept ?? []) : []
  return {
    sample: { name, kind, half, side, paper },
    isRefused,
    isUncertain: (page?.uncertain ?? []).length > 0,
    areaCount: (page?.uncertain ?? []).length,
    secretCount: sample.secrets.length,
    hiddenCount: isRefused ? 0 : sample.secrets.length - leaks.length,
    leaks,
    keptCount: isRefused ? 0 : withKept.length,
    keptVisibleCount: isRefused ? 0 : withKept.filter((secret) => isKept(secret, hidden)).length,
    wronglyHiddenShare: page ? wronglyHidden(page, hidden, sample.secrets) : 0,
    wordCount: words.length,
    hiddenWords: words
      .filter(({ characters }) => isWordHidden(characters, hidden))
      .map(({ type, characters }) => ({ type, text: characters.map(({ text }) => text).join('') })),
  }
}

const isHidden = ({ characters, keptCount }: LabelledSecret, hidden: AnyQuad[]) =>
  characters.slice(0, characters.length - keptCount).every(({ quad }) => coverage(quad, hidden) >= hiddenFrom)

const isKept = ({ characters, keptCount }: LabelledSecret, hidden: AnyQuad[]) =>
  characters.slice(-keptCount).every(({ quad }) => coverage(quad, hidden) <= visibleUpTo)

/** A word counts as hidden when half of its characters cannot be read. */
const isWordHidden = (characters: LabelledSecret['characters'], hidden: AnyQuad[]) =>
  characters.filter(({ quad }) => coverage(quad, hidden) > visibleUpTo).length * 2 > characters.length

function coverage([a, b, c, d]: Quad, hidden: AnyQuad[]): number {
  let covered = 0
  for (let i = 0; i < gridSteps * gridSteps; i++) {
    const u = ((i % gridSteps) + 0.5) / gridSteps
    const v = (Math.floor(i / gridSteps) + 0.5) / gridSteps
    const along = (axis: 0 | 1) =>
      (a[axis] * (1 - u) + b[axis] * u) * (1 - v) + (d[axis] * (1 - u) + c[axis] * u) * v
    if (hidden.some((quad) => isInside(quad, [along(0), along(1)]))) covered++
  }
  return covered / (gridSteps * gridSteps)
}

/** Share of the page that is hidden without a secret near it. */
function wronglyHidden(
  page: { width: number; height: number },
  hidden: AnyQuad[],
  secrets: LabelledSecret[],
): number {
  const step = Math.max(2, Math.round(page.width / 400))
  const allowed = secrets.map(({ characters }) => boundsOf(characters.map(({ quad }) => quad)))
  const areas = hidden.map((quad) => ({ quad, box: extentOf(quad) }))
  let [wrong, total] = [0, 0]
  for (let y = step / 2; y < page.height; y += step) {
    for (let x = step / 2; x < page.width; x += step) {
      total++
      const isIn = (box: Extent) => x > box.left && x < box.right && y > box.top && y < box.bottom
      if (areas.some(({ quad, box }) => isIn(box) && isInside(quad, [x, y])) && !allowed.some(isIn)) wrong++
    }
  }
  return wrong / total
}

interface Extent {
  left: number
  right: number
  top: number
  bottom: number
}

function extentOf(points: AnyQuad): Extent {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
}

function boundsOf(quads: Quad[]): Extent {
  const box = extentOf(quads.flat())
  const margin = 0.8 * Math.min(box.right - box.left, box.bottom - box.top)
  return {
    left: box.left - margin,
    right: box.right + margin,
    top: box.top - margin,
    bottom: box.bottom + margin,
  }
}

function isInside(quad: AnyQuad, [x, y]: Point): boolean {
  const sides = quad.map((a, i) => {
    const b = quad[(i + 1) % quad.length] as Point
    return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])
  })
  return sides.every((side) => side >= 0) || sides.every((side) => side <= 0)
}
