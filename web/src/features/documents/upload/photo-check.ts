/** Looks at a small gray copy of a photo, before it is sent, for what most often makes the engine refuse it. */

export interface GrayPicture {
  width: number
  height: number
  /** One byte per pixel, row by row; 0 is black. */
  pixels: Uint8Array
}

export type PhotoTrouble = 'dark' | 'blurred' | 'cut-off'

/** The longer side of the copy that is looked at. Smaller copies make blurred photos sharp. */
export const checkedSide = 640

const darkBelow = 85
const littleContrast = 12
const blurredFrom = 0.42

/** What is wrong with a photo, or undefined. It takes a few milliseconds, and is sure enough for a hint only. */
export function checkPhoto(picture: GrayPicture): PhotoTrouble | undefined {
  const { black, white } = tonesOf(picture.pixels)
  if (white < darkBelow) return 'dark'
  // A blank page has nothing that could be sharp.
  if (white - black < littleContrast) return undefined
  if (blurOf(picture) > blurredFrom) return 'blurred'
  return isCutOff(picture) ? 'cut-off' : undefined
}

/** The tones that all but the darkest and the brightest hundredth of the picture lie between. */
function tonesOf(pixels: Uint8Array): { black: number; white: number } {
  const counts = new Uint32Array(256)
  for (const tone of pixels) counts[tone] = (counts[tone] ?? 0) + 1
  return { black: rankedIn(counts, 0.01), white: rankedIn(counts, 0.99) }
}

/** The value below which a share of all counted values lies. */
function rankedIn(counts: Uint32Array, share: number): number {
  const total = counts.reduce((sum, count) => sum + count, 0)
  let seen = 0
  return counts.findIndex((count) => {
    seen += count
    return seen >= total * share
  })
}

/**
 * How little of the picture a further blur would take away: 0 for crisp edges, 1 where nothing is left to blur. After
 * Crété-Roffet and others, “The blur effect”, 2007. Unlike the height of steps, it does not depend on the contrast.
 */
function blurOf({ width, height, pixels }: GrayPicture): number {
  return Math.min(blurAlong(1), blurAlong(width))

  function blurAlong(next: number): number {
    let [all, lost] = [0, 0]
    for (let y = reach + 1; y < height - reach; y += 2) {
      for (let x = reach + 1; x < width - reach; x++) {
        const at = y * width + x
        const step = Math.abs((pixels[at] ?? 0) - (pixels[at - next] ?? 0))
        // The noise of the camera is no edge.
        if (step < noise) continue
        // The step between the same two pixels after a blur over their neighbors.
        const blurred =
          Math.abs((pixels[at + reach * next] ?? 0) - (pixels[at - (reach + 1) * next] ?? 0)) /
          (2 * reach + 1)
        all += step
        lost += Math.max(0, step - blurred)
      }
    }
    return all === 0 ? 1 : 1 - lost / all
  }
}

const reach = 4
const noise = 3

const longRun = 0.25
const leastGround = 0.2
const sharpEdge = 30
const edgePixels = 4

/**
 * Whether a card or page runs out of the picture: a side of the picture shows a long piece of it, and the table begins
 * beside that piece with a sharp edge. A shadow has no sharp edge, and a scan has no table.
 */
function isCutOff(picture: GrayPicture): boolean {
  const sides = sidesOf(picture)
  const split = splitTone(picture.pixels)
  const edge = sides.flatMap((side) => [...side])
  const brightShare = edge.filter((tone) => tone > split).length / edge.length
  // What most of the picture's edge shows is the table.
  const isThing = (tone: number) => tone > split === brightShare < 0.5
  const ground = Math.max(brightShare, 1 - brightShare)
  if (ground > 0.97 || 1 - ground < leastGround / 4) return false
  return sides.some((side) => {
    const run = longestRun(side, isThing)
    if (run.length < side.length * longRun) return false
    return [run.start, run.start + run.length].some((end) => stepAt(side, end) >= sharpEdge)
  })
}

/** The outermost pixels of each side; a little inside, where cameras and scanners leave no border. */
function sidesOf({ width, height, pixels }: GrayPicture): Uint8Array[] {
  const inset = Math.round(Math.min(width, height) * 0.01)
  const row = (y: number) => pixels.subarray(y * width, (y + 1) * width)
  const column = (x: number) => Uint8Array.from({ length: height }, (_, y) => pixels[y * width + x] ?? 0)
  return [row(inset), row(height - 1 - inset), column(inset), column(width - 1 - inset)]
}

function longestRun(side: Uint8Array, isThing: (tone: number) => boolean) {
  let longest = { start: 0, length: 0 }
  let start = 0
  for (let at = 0; at <= side.length; at++) {
    const tone = side[at]
    if (tone !== undefined && isThing(tone)) continue
    if (at - start > longest.length) longest = { start, length: at - start }
    start = at + 1
  }
  return longest
}

/** How far the tone goes across a place on a side; nothing at its ends. */
function stepAt(side: Uint8Array, at: number): number {
  const [before, after] = [side[at - edgePixels], side[at + edgePixels]]
  return before === undefined || after === undefined ? 0 : Math.abs(after - before)
}

/** The tone that parts the dark from the bright pixels best, by Otsu's method. */
function splitTone(pixels: Uint8Array): number {
  const counts = new Uint32Array(256)
  for (const tone of pixels) counts[tone] = (counts[tone] ?? 0) + 1
  const sum = counts.reduce((total, count, tone) => total + count * tone, 0)
  let [best, split, below, sumBelow] = [0, 127, 0, 0]
  for (const [tone, count] of counts.entries()) {
    below += count
    sumBelow += count * tone
    const above = pixels.length - below
    if (below === 0 || above === 0) continue
    const apart = sumBelow / below - (sum - sumBelow) / above
    const variance = below * above * apart * apart
    if (variance > best) [best, split] = [variance, tone]
  }
  return split
}
