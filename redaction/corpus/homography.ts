import type { Point, Quad } from './sheet.ts'

/** The nine numbers of the projection that takes four corners onto four others. */
export function homographyOf(from: Quad, to: Quad): number[] {
  const rows: number[][] = []
  from.forEach(([x, y], i) => {
    const [u, v] = to[i] as Point
    rows.push([x, y, 1, 0, 0, 0, -u * x, -u * y, u], [0, 0, 0, x, y, 1, -v * x, -v * y, v])
  })
  return [...solve(rows), 1]
}

export const projector =
  (h: number[]) =>
  ([x, y]: Point): Point => {
    const [a, b, c, d, e, f, g, i, j] = h as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ]
    const w = g * x + i * y + j
    return [(a * x + b * y + c) / w, (d * x + e * y + f) / w]
  }

// Gauss-Jordan with row exchange; each row carries its right-hand side as last entry.
function solve(rows: number[][]): number[] {
  const size = rows.length
  for (let column = 0; column < size; column++) {
    const cell = (row: number) => (rows[row] as number[])[column] as number
    let pivot = column
    for (let row = column + 1; row < size; row++) if (Math.abs(cell(row)) > Math.abs(cell(pivot))) pivot = row
    const top = rows[pivot] as number[]
    rows[pivot] = rows[column] as number[]
    rows[column] = top.map((value) => value / (top[column] as number))
    for (let row = 0; row < size; row++) {
      if (row === column) continue
      const factor = cell(row)
      rows[row] = (rows[row] as number[]).map(
        (value, i) => value - factor * ((rows[column] as number[])[i] as number),
      )
    }
  }
  return rows.map((row) => row[size] as number)
}
