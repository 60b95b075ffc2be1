import type { Quad } from '@exempta/redaction'
import type { Picture } from '../../redaction/src/picture/picture.ts'

/** A place on a picture, and the text that stands there. */
export interface LabeledLine {
  kind: string
  text: string
  quad: Quad
  picture: Picture
}

/** How many characters have to be changed, added or removed to turn one text into the other. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++)
      next.push(
        Math.min(
          (row[j + 1] as number) + 1,
          (next[j] as number) + 1,
          (row[j] as number) + (letter === b[j] ? 0 : 1),
        ),
      )
    row = next
  }
  return row[b.length] as number
}
