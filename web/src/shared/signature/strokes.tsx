interface StrokesProps {
  strokes: readonly (readonly (readonly [number, number])[])[]
  x: number
  y: number
  width: number
  height: number
  /** How thick its lines are. */
  pen: number
}

/** A drawn signature in an area. */
export function Strokes({ strokes, x, y, width, height, pen }: StrokesProps) {
  return (
    <g fill="none" stroke="#0d0d1a" strokeWidth={pen} strokeLinecap="round" strokeLinejoin="round">
      {strokes.map((stroke) => {
        const points = stroke.map(([across, down]) => `${x + across * width},${y + down * height}`)
        // A dot is a line to itself.
        const all = points.length === 1 ? [...points, ...points] : points
        return <polyline key={all.join(' ')} points={all.join(' ')} />
      })}
    </g>
  )
}
