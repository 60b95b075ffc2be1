import { lazy, Suspense } from 'react'
import type { ChartProps } from './chart-types.ts'
import { Skeleton } from './skeleton.tsx'

// Drawing charts is heavy: fetched only by the pages that have one.
const ChartDrawing = lazy(() => import('./chart-drawing.tsx'))

/** A line, bar or donut chart; the same figures stand in a table for screen readers. */
export function Chart(props: ChartProps) {
  const { title, points, series } = props
  return (
    <figure className="grid gap-3">
      <figcaption className="font-medium">{title}</figcaption>
      <div aria-hidden className="h-60">
        <Suspense fallback={<Skeleton className="h-full" />}>
          <ChartDrawing {...props} />
        </Suspense>
      </div>
      <div className="sr-only">
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{props.pointLabel}</th>
              {series.map((one) => (
                <th scope="col" key={one.key}>
                  {one.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.label}>
                <th scope="row">{point.label}</th>
                {series.map((one) => (
                  <td key={one.key}>{point.values[one.key]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
