/** Where a person or a program would write a value into a zone of a form. All lengths are in points. */

const textSize = { min: 7, max: 12 }
const step = 0.25
const side = 2
/** Share of a zone's height that letters take. */
const fill = 0.72
/** Tails of letters below the baseline, in sizes. */
const tail = 0.24
/** Zones above this height have room for several lines, and are written into from the top. */
const tallFrom = 26
const firstLine = 1.15
const aboveLine = 2
const mostOverlap = 0.85

export interface PlacedText {
  size: number
  /** From the left and the top of the zone to the start of the baseline. */
  x: number
  y: number
  /** Even at the smallest size the text may be wider than its zone. */
  fits: boolean
}

/** `measure` gives the width of the text at a size; `line` is where a line to write on is printed in the zone. */
export function placeText(
  zone: { width: number; height: number; line?: number | undefined },
  measure: (size: number) => number,
): PlacedText {
  // Where the line is high up in its zone, letters stick out above the zone rather than shrink.
  const height = Math.max(zone.line ?? zone.height, mostOverlap * zone.height)
  const tallest = height > tallFrom ? textSize.max : height * fill
  let size = Math.min(textSize.max, Math.max(textSize.min, tallest))
  const room = zone.width - 2 * side
  while (size > textSize.min && measure(size) > room) size -= step
  const y =
    zone.line !== undefined
      ? zone.line - aboveLine
      : zone.height > tallFrom
        ? size * firstLine
        : zone.height - tail * size - 1
  return { size, x: side, y, fits: measure(size) <= room }
}
