import type { Point } from './quad.ts'

export interface Blob {
  /** Leftmost and rightmost pixel corners of each row: enough for the convex hull. */
  outline: Point[]
  /** Mean value of the map inside the blob. */
  strength: number
  /** Pixels in the blob. */
  area: number
}

/** Connected regions (8 neighbours) of a map above a threshold. */
export function findBlobs(map: Float32Array, width: number, height: number, threshold: number): Blob[] {
  const isSeen = new Uint8Array(width * height)
  const stack = new Int32Array(width * height)
  const blobs: Blob[] = []
  for (let start = 0; start < map.length; start++) {
    if (isSeen[start] || (map[start] as number) < threshold) continue
    blobs.push(floodFrom(start))
  }
  return blobs

  function floodFrom(start: number): Blob {
    const rows = new Map<number, [left: number, right: number]>()
    let [size, sum, count] = [0, 0, 0]
    stack[size++] = start
    isSeen[start] = 1
    while (size > 0) {
      const at = stack[--size] as number
      const x = at % width
      const y = (at - x) / width
      sum += map[at] as number
      count++
      const row = rows.get(y)
      if (!row) rows.set(y, [x, x])
      else if (x < row[0]) row[0] = x
      else if (x > row[1]) row[1] = x
      for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny++) {
        for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx++) {
          const next = ny * width + nx
          if (isSeen[next] || (map[next] as number) < threshold) continue
          isSeen[next] = 1
          stack[size++] = next
        }
      }
    }
    const outline = [...rows].flatMap(([y, [left, right]]): Point[] => [
      [left, y],
      [left, y + 1],
      [right + 1, y],
      [right + 1, y + 1],
    ])
    return { outline, strength: sum / count, area: count }
  }
}
