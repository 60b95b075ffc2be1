import { pageAngle } from '../page/piece.ts'
import { readView } from '../page/read-view.ts'
import type { Picture } from '../picture/picture.ts'
import { contrastView, mirroredView, scaledView, turnedView, type View } from '../picture/view.ts'
import type { Line, TextReader } from '../reader/text-reader.ts'

interface Pass {
  view: (base: View, lines: readonly Line[]) => Promise<View> | View
  detectionSide: number
  enlarge?: boolean
}

const workingSide = 1600

// In order of what helps most often; every pass looks at the card in another way.
const passes: readonly Pass[] = [
  { view: (base) => base, detectionSide: 832 },
  { view: (base) => contrastView(base), detectionSide: 960 },
  { view: (base) => base, detectionSide: 640 },
  { view: (base) => mirroredView(base), detectionSide: 960 },
  { view: (base, lines) => turnedView(base, pageAngle(lines)), detectionSide: 1280, enlarge: true },
  { view: async (base, lines) => contrastView(await turnedView(base, pageAngle(lines))), detectionSide: 768 },
]

/** Reads a card in one way after the other until `isEnough` says so; gives every reading, those made before first. */
export async function readCard(
  reader: TextReader,
  page: Picture,
  madeBefore: Line[][],
  isEnough: (readings: Line[][]) => boolean,
  signal?: AbortSignal,
): Promise<Line[][]> {
  const base = await scaledView(page, workingSide)
  const readings = [...madeBefore]
  if (readings.length > 0 && isEnough(readings)) return readings
  for (const { view, ...options } of passes) {
    const picture = await view(base, readings[0] ?? [])
    readings.push(await readView(reader, picture, { ...options, signal }))
    if (isEnough(readings)) break
  }
  return readings
}
