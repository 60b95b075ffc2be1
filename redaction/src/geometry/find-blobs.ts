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
  // Pixels above the threshold that no blob holds yet.
  const isFree = new Uint8Array(width * height)
  for (let i = 0; i < isFree.length; i++) if ((map[i] as number) >= threshold) isFree[i] = 1
  const stack = new Int32Array(width * height)
  const left = new Int32Array(height)
  const right = new Int32Array(height)
  const blobs: Blob[] = []
  for (let start = isFree.indexOf(1); start >= 0; start = isFree.indexOf(1, start + 1))
    blobs.push(floodFrom(start))
  return blobs

  function floodFrom(start: number): Blob {
    const top = Math.floor(start / width)
    let [size, sum, count, bottom] = [0, 0, 0, top - 1]
    stack[size++] = start
    isFree[start] = 0
    while (size > 0) {
      const at = stack[--size] as number
      const y = Math.floor(at / width)
      const x = at - y * width
      sum += map[at] as number
      count++
      while (bottom < y) {
        bottom++
        left[bottom] = width
        right[bottom] = -1
      }
      if (x < (left[y] as number)) left[y] = x
      if (x > (right[y] as number)) right[y] = x
      const before = x > 0 ? -1 : 0
      const after = x < width - 1 ? 1 : 0
      const last = y < height - 1 ? at + width : at
      for (let middle = y > 0 ? at - width : at; middle <= last; middle += width) {
        for (let next = middle + before; next <= middle + after; next++) {
          if (isFree[next] === 0) continue
          isFree[next] = 0
          stack[size++] = next
        }
      }
    }
    return { outline: outlineOf(top, bottom), strength: sum / count, area: count }
  }

  function outlineOf(top: number, bottom: number): Point[] {
    const outline: Point[] = []
    for (let y = top; y <= bottom; y++) {
      const [from, to] = [left[y] as number, (right[y] as number) + 1]
      outline.push([from, y], [from, y + 1], [to, y], [to, y + 1])
    }
    return outline
  }
}
