/** Each pixel becomes the median of the five in a cross around it: grain goes, edges stay. */
export function median(grey: Uint8Array, width: number, height: number): Uint8Array {
  const result = Uint8Array.from(grey)
  for (let y = 1; y < height - 1; y++) {
    for (let at = y * width + 1; at < (y + 1) * width - 1; at++) {
      const left = grey[at - 1] as number
      const right = grey[at + 1] as number
      const above = grey[at - width] as number
      const below = grey[at + width] as number
      const low = Math.max(Math.min(left, right), Math.min(above, below))
      const high = Math.min(Math.max(left, right), Math.max(above, below))
      const middle = grey[at] as number
      result[at] = Math.max(Math.min(low, high), Math.min(Math.max(low, high), middle))
    }
  }
  return result
}
