const tilesAlong = 12
const minTile = 16
const levels = 256
// How much steeper than the input the brightness curve of a tile may become.
const maxSlope = 4

/** Stretches the contrast of each neighbourhood: histograms of tiles, clipped, blended between tile centres. */
export function stretchLocalContrast(grey: Uint8Array, width: number, height: number): Uint8Array {
  const side = Math.max(minTile, Math.round(Math.max(width, height) / tilesAlong))
  const across = gridAlong(width, side)
  const down = gridAlong(height, side)
  const curves = new Float32Array(across.count * down.count * levels)
  for (let tile = 0; tile < across.count * down.count; tile++) {
    const left = Math.max(0, Math.min((tile % across.count) * side, width - side))
    const top = Math.max(0, Math.min(Math.floor(tile / across.count) * side, height - side))
    curves.set(curveOf(grey, width, height, left, top, side), tile * levels)
  }
  const stretched = new Uint8Array(grey.length)
  for (let y = 0; y < height; y++) {
    const top = (down.before[y] as number) * across.count
    const bottom = (down.after[y] as number) * across.count
    const lower = down.share[y] as number
    for (let x = 0; x < width; x++) {
      const value = grey[y * width + x] as number
      const before = across.before[x] as number
      const after = across.after[x] as number
      const right = across.share[x] as number
      const a = curves[(top + before) * levels + value] as number
      const b = curves[(top + after) * levels + value] as number
      const c = curves[(bottom + before) * levels + value] as number
      const d = curves[(bottom + after) * levels + value] as number
      stretched[y * width + x] = (a + (b - a) * right) * (1 - lower) + (c + (d - c) * right) * lower
    }
  }
  return stretched
}

/** For each position the tiles whose centres lie around it, and how near it is to the second. */
function gridAlong(length: number, side: number) {
  const count = Math.ceil(length / side)
  const before = new Int32Array(length)
  const after = new Int32Array(length)
  const share = new Float32Array(length)
  for (let i = 0; i < length; i++) {
    const place = Math.min(count - 1, Math.max(0, (i + 0.5) / side - 0.5))
    before[i] = Math.floor(place)
    after[i] = Math.min(count - 1, Math.floor(place) + 1)
    share[i] = place - Math.floor(place)
  }
  return { count, before, after, share }
}

/** The brightness curve of one tile: where its own values are frequent, it is steep. */
function curveOf(grey: Uint8Array, width: number, height: number, left: number, top: number, side: number) {
  const right = Math.min(width, left + side)
  const bottom = Math.min(height, top + side)
  const histogram = new Uint32Array(levels)
  for (let y = top; y < bottom; y++)
    for (let at = y * width + left; at < y * width + right; at++) {
      const value = grey[at] as number
      histogram[value] = (histogram[value] as number) + 1
    }
  const area = (right - left) * (bottom - top)
  const limit = (maxSlope * area) / levels
  const excess = histogram.reduce((sum, count) => sum + Math.max(0, count - limit), 0) / levels
  let sum = 0
  return new Float32Array(histogram).map((count) => {
    sum += Math.min(count, limit) + excess
    return ((levels - 1) * sum) / area
  })
}
