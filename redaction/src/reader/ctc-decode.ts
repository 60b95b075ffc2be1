/** A character with the centre of its time steps as a fraction of the line's width. */
export interface Step {
  text: string
  at: number
  confidence: number
}

// Index 0 of the network's output is the blank; the last two are both the space.
const alphabet =
  '0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~!"#$%&\'()*+,-./  '
export const classCount = alphabet.length + 1

/** Best path: repeated steps are one character, blanks divide. */
export function ctcDecode(scores: Float32Array, stepCount: number): Step[] {
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
