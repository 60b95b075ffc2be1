import { type InferenceSession, Tensor } from 'onnxruntime-node'
import { heightOf, type Quad, sliceOf, widthOf } from '../geometry/quad.ts'
import type { Picture } from '../picture/picture.ts'
import { digitLike } from './digit-like.ts'
import type { Glyph, Line, ReadOptions } from './text-reader.ts'

/** Samples a quad into planes of `width` × `height`, values −1…1, blue first as the network expects. */
function cropLine(picture: Picture, quad: Quad, width: number, height: number): Float32Array {
  const planes = new Float32Array(3 * width * height).fill(-1)
  // Large letters are averaged over several samples, so that noise and grain do not survive the shrinking.
  const samples = Math.max(1, Math.min(4, Math.round(heightOf(quad) / height)))
  const weight = 1 / (samples * samples * 127.5)
  const [a, b, c, d] = quad
  for (let line = 0; line < height * samples; line++) {
    const v = (line + 0.5) / (height * samples)
    const from = [a[0] + (d[0] - a[0]) * v - 0.5, a[1] + (d[1] - a[1]) * v - 0.5] as const
    const to = [b[0] + (c[0] - b[0]) * v - 0.5, b[1] + (c[1] - b[1]) * v - 0.5] as const
    const offset = Math.floor(line / samples) * width
    for (let i = 0; i < width * samples; i++) {
      const u = (i + 0.5) / (width * samples)
      const at = offset + Math.floor(i / samples)
      addPixel(picture, from[0] + (to[0] - from[0]) * u, from[1] + (to[1] - from[1]) * u, planes, at, weight)
    }
  }
  return planes
}

/** Adds a pixel that lies between others, by its share, to one place of each plane. */
function addPixel(
  { width, height, pixels }: Picture,
  x: number,
  y: number,
  planes: Float32Array,
  at: number,
  weight: number,
): void {
  const left = Math.max(0, Math.min(width - 1, Math.floor(x)))
  const top = Math.max(0, Math.min(height - 1, Math.floor(y)))
  const fx = Math.max(0, Math.min(1, x - left))
  const fy = Math.max(0, Math.min(1, y - top))
  const right = left < width - 1 ? 3 : 0
  const down = top < height - 1 ? 3 * width : 0
  const plane = planes.length / 3
  const corner = (top * width + left) * 3
  for (let channel = 0; channel < 3; channel++) {
    const p = corner + channel
    const above = (pixels[p] as number) * (1 - fx) + (pixels[p + right] as number) * fx
    const below = (pixels[p + down] as number) * (1 - fx) + (pixels[p + down + right] as number) * fx
    const index = at + (2 - channel) * plane
    planes[index] = (planes[index] as number) + (above + (below - above) * fy) * weight
  }
}

/** A character with the centre of its time steps as a fraction of the line's width. */
export interface Step {
  text: string
  at: number
  confidence: number
}

// Index 0 of the network's output is the blank; the last two are both the space.
const alphabet =
  '0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~!"#$%&\'()*+,-./  '
const classCount = alphabet.length + 1

/** Best path: repeated steps are one character, blanks divide. */
function ctcDecode(scores: Float32Array, stepCount: number): Step[] {
  const steps: Step[] = []
  let previous = 0
  let [weightedAt, weight] = [0, 0]
  for (let step = 0; step < stepCount; step++) {
    const [best, score] = bestClass(scores, step * classCount)
    if (best !== previous) [weightedAt, weight] = [0, 0]
    if (best !== 0) {
      weightedAt += (step + 0.5) * score
      weight += score
      const at = weightedAt / weight / stepCount
      const last = steps[steps.length - 1]
      if (best === previous && last) {
        last.at = at
        last.confidence = Math.max(last.confidence, score)
      } else steps.push({ text: alphabet[best - 1] as string, at, confidence: score })
    }
    previous = best
  }
  return steps
}

function bestClass(scores: Float32Array, offset: number): [index: number, score: number] {
  let best = 0
  for (let i = 1; i < classCount; i++)
    if ((scores[offset + i] as number) > (scores[offset + best] as number)) best = i
  return [best, scores[offset + best] as number]
}

const networkHeight = 48
const minWidth = 48
const maxWidth = 2400
// Half the width that one character may claim, in line heights, where no neighbour bounds it.
const halfGlyph = 0.4

/** Ours is quick; the former one, PP-OCR, reads cards, checks, IDs and handwriting better. */
export interface Networks {
  own: InferenceSession
  former: InferenceSession
}

/**
 * `quick` believes our network where it is sure of every character of a word; PP-OCR reads the others. `numbers` has PP-OCR read
 * whatever may hold a digit, too. `former` is PP-OCR alone.
 */
export type Care = NonNullable<ReadOptions['care']>

/** Of 954 lines that our network was so sure of, it read two wrong: it left out dashes (docs/decisions/0278). */
const sureFrom = 0.95
// With more of a line to be read again than this, it is read as a whole.
const mostDoubtful = 0.6

/** Reads the text along a quad's first side. */
export async function recogniseLine(
  { own, former }: Networks,
  picture: Picture,
  quad: Quad,
  care: Care,
): Promise<Step[]> {
  const readWhole = () => stepsOf(former, inputOf(picture, quad))
  if (care === 'former') return readWhole()
  const steps = await ownStepsOf(own, picture, quad)
  const words = wordsOf(steps)
  const isDoubtful = (word: readonly Step[]) =>
    !isSure(word) || (care === 'numbers' && digitLike.test(textOf(word)))
  if (words.length === 0) return readWhole()
  const stretches = stretchesOf(words, isDoubtful)
  const share = stretches.reduce((sum, { isInDoubt, from, to }) => sum + (isInDoubt ? to - from : 0), 0)
  if (share > mostDoubtful) return readWhole()
  const read: Step[] = []
  for (const { isInDoubt, from, to, steps: known } of stretches) {
    // A cut is made at a blank.
    if (from > 0) read.push({ text: ' ', at: from, confidence: 1 })
    read.push(...(isInDoubt ? await readAgain(from, to) : known))
  }
  return read

  async function readAgain(from: number, to: number): Promise<Step[]> {
    const again = await stepsOf(former, inputOf(picture, sliceOf(quad, from, to)))
    const [first, last] = [again.findIndex(isSign), again.findLastIndex(isSign)]
    return again
      .slice(Math.max(first, 0), last + 1)
      .map((step) => ({ ...step, at: from + step.at * (to - from) }))
  }
}

const isSign = ({ text }: Step) => text !== ' '

export const isSure = (steps: readonly Step[]): boolean =>
  steps.length > 0 && steps.every(({ text, confidence }) => text === ' ' || confidence >= sureFrom)

const textOf = (steps: readonly Step[]) => steps.map(({ text }) => text).join('')

function wordsOf(steps: readonly Step[]): Step[][] {
  const words: Step[][] = [[]]
  for (const step of steps)
    if (step.text === ' ') words.push([])
    else words[words.length - 1]?.push(step)
  return words.filter((word) => word.length > 0)
}

interface Stretch {
  isInDoubt: boolean
  /** As shares of the line. */
  from: number
  to: number
  steps: readonly Step[]
}

/** A line cut between words that are in doubt and words that aren't. */
function stretchesOf(words: readonly Step[][], isDoubtful: (word: readonly Step[]) => boolean): Stretch[] {
  const cutBefore = (i: number) => {
    const [before, after] = [words[i - 1]?.at(-1), words[i]?.[0]]
    if (!before) return 0
    return after ? (before.at + after.at) / 2 : 1
  }
  const stretches: Stretch[] = []
  words.forEach((steps, i) => {
    const isInDoubt = isDoubtful(steps)
    const last = stretches[stretches.length - 1]
    if (isInDoubt && last?.isInDoubt) last.to = cutBefore(i + 1)
    else stretches.push({ isInDoubt, from: cutBefore(i), to: cutBefore(i + 1), steps })
  })
  return stretches
}

/** Seen beyond the line's end, in heights: our network was trained on few lines that end at the edge. */
const beyond = 0.5

/** What our network reads. What is seen beyond the end is another line's. */
export async function ownStepsOf(own: InferenceSession, picture: Picture, quad: Quad): Promise<Step[]> {
  const stretch = 1 + beyond / Math.max(aspectOf(quad), 0.1)
  const steps = await stepsOf(own, inputOf(picture, sliceOf(quad, 0, stretch)))
  return steps.map((step) => ({ ...step, at: step.at * stretch })).filter(({ at }) => at <= 1)
}

export function inputOf(picture: Picture, quad: Quad): Tensor {
  const width = networkWidthOf(quad)
  const planes = cropLine(picture, quad, width, networkHeight)
  return new Tensor('float32', planes, [1, 3, networkHeight, width])
}

/** What a network reads. */
export async function stepsOf(session: InferenceSession, input: Tensor): Promise<Step[]> {
  const output = await session.run({ [session.inputNames[0] as string]: input })
  const scores = (output[session.outputNames[0] as string] as Tensor).data as Float32Array
  return ctcDecode(scores, scores.length / classCount)
}

const aspectOf = (quad: Quad) => widthOf(quad) / Math.max(1, heightOf(quad))

const networkWidthOf = (quad: Quad) =>
  Math.max(minWidth, Math.min(maxWidth, Math.round((aspectOf(quad) * networkHeight) / 8) * 8))

/** The line that was read along a quad, with a place for every character. */
export function lineOf(steps: Step[], quad: Quad): Line {
  const reach = halfGlyph / Math.max(aspectOf(quad), 0.1)
  const glyphs = steps.map((step, i): Glyph => {
    const from = Math.max(middleTo(steps, i, -1), step.at - reach, 0)
    const to = Math.min(middleTo(steps, i, 1), step.at + reach, 1)
    return { text: step.text, quad: sliceOf(quad, from, Math.max(from, to)), confidence: step.confidence }
  })
  const sum = glyphs.reduce((total, glyph) => total + glyph.confidence, 0)
  return {
    text: glyphs.map((glyph) => glyph.text).join(''),
    glyphs,
    quad,
    confidence: glyphs.length === 0 ? 0 : sum / glyphs.length,
  }
}

// Blanks are seen late, close to the next character: they do not bound their neighbours.
function middleTo(steps: Step[], from: number, direction: 1 | -1): number {
  const { at, text } = steps[from] as Step
  let next = from + direction
  if (text !== ' ') while (steps[next]?.text === ' ') next += direction
  const neighbour = steps[next]
  return neighbour ? (at + neighbour.at) / 2 : Math.max(0, direction)
}
