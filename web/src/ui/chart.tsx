import { lazy, Suspense } from 'react'
import { ChartTable } from './chart-table.tsx'
import type { ChartProps } from './chart-types.ts'
import { Skeleton } from './skeleton.tsx'

// Drawing charts is heavy: fetched only by the pages that have one.
const ChartDrawing = lazy(() => import('./chart-drawing.tsx'))

/** A line, bar or donut chart, with its figures in a table below it. */
export function Chart(props: ChartProps) {
  return (
    <figure className="grid gap-3">
      <figcaption className="font-medium">{props.title}</figcaption>
      {props.points.some(({ values }) => Object.values(values).some(Boolean)) ? (
        <div aria-hidden className="h-60">
          <Suspense fallback={<Skeleton className="h-full" />}>
            <ChartDrawing {...props} />
          </Suspense>
        </div>
      ) : (
        <p className="grid h-60 place-items-center text-ink-muted">Nothing to draw yet</p>
      )}
      {props.points.length > 0 && <ChartTable {...props} />}
    </figure>
  )
}
