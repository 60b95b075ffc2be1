import { onDemand } from '../lib/on-demand.tsx'
import type { ChartProps } from './chart-types.ts'
import { Skeleton } from './loading.tsx'

const figure = 'border-line border-t px-3 py-1.5 text-right tabular-nums'

/** The figures of a chart. Long ones scroll, so that charts beside each other keep their size. */
function ChartTable({ title, pointLabel, points, series }: Omit<ChartProps, 'kind'>) {
  return (
    <section
      aria-label={`${title}, figures`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
      tabIndex={0}
      className="max-h-52 overflow-auto rounded-control border border-line"
    >
      <table className="w-full text-sm">
        <caption className="sr-only">{title}</caption>
        <thead className="sticky top-0 bg-subtle text-ink-muted">
          <tr>
            <th scope="col" className="px-3 py-1.5 text-left font-medium">
              {pointLabel}
            </th>
            {series.map((one) => (
              <th scope="col" key={one.key} className="px-3 py-1.5 text-right font-medium">
                {one.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.label}>
              <th scope="row" className="border-line border-t px-3 py-1.5 text-left font-normal">
                {point.label}
              </th>
              {series.map((one) => (
                <td key={one.key} className={figure}>
                  {point.values[one.key]?.toLocaleString()}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

// Drawing charts is heavy: fetched only by the pages that have one.
const ChartDrawing = onDemand(
  async () => (await import('./chart-drawing.tsx')).ChartDrawing,
  <Skeleton className="h-full" />,
)

/** A line, bar or donut chart, with its figures in a table below it. */
export function Chart(props: ChartProps) {
  return (
    <figure className="grid gap-3">
      <figcaption className="font-medium">{props.title}</figcaption>
      {props.points.some(({ values }) => Object.values(values).some(Boolean)) ? (
        <div aria-hidden className="h-60">
          <ChartDrawing {...props} />
        </div>
      ) : (
        <p className="grid h-60 place-items-center text-ink-muted">Nothing to show yet</p>
      )}
      {props.points.length > 0 && <ChartTable {...props} />}
    </figure>
  )
}
