import type { InferenceSession } from 'onnxruntime-node'
import { Tensor } from 'onnxruntime-node'
import { heightOf, type Quad, sliceOf, widthOf } from '../geometry/quad.ts'
import type { Picture } from '../picture/picture.ts'
import { cropLine } from './crop-line.ts'
import { classCount, ctcDecode, type Step } from './ctc-decode.ts'
import type { Glyph, Line } from './text-reader.ts'

const networkHeight = 48
const minWidth = 48
const maxWidth = 2400
// Half the width that one character may claim, in line heights, where no neighbour bounds it.
const halfGlyph = 0.4

/** Reads the text along a quad's first side. */
export async function recogniseLine(
  session: InferenceSession,
  picture: Picture,
  quad: Quad,
): Promise<Step[]> {
  const width = networkWidthOf(quad)
  const planes = cropLine(picture, quad, width, networkHeight)
  const input = new Tensor('float32', planes, [1, 3, networkHeight, width])
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
