import { onDemand } from '../lib/on-demand.tsx'
import { barColor, type ChartProps, colorOf } from './chart-types.ts'
import { Skeleton } from './loading.tsx'

/** The color that the drawing and its legend use for the same thing. */
const Dot = ({ color }: { color: string }) => (
  <span aria-hidden className="mr-2 inline-block size-2.5 rounded-full" style={{ background: color }} />
)

const figure = 'border-line border-t px-3 py-1.5 text-right tabular-nums'

/** The figures of a chart. Long ones scroll, so that charts beside each other keep their size. */
function ChartTable({ kind, title, pointLabel, points, series }: ChartProps) {
  const hasDots = kind === 'donut' || (kind === 'bar' && points.some(({ tone }) => tone))
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
                {series.length > 1 && <Dot color={colorOf(one, series.indexOf(one))} />}
                {one.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point, index) => (
            <tr key={point.label}>
              <th scope="row" className="border-line border-t px-3 py-1.5 text-left font-normal">
                {hasDots && series.length === 1 && (
                  <Dot
                    color={kind === 'donut' ? colorOf(point, index) : barColor({ points, series }, index)}
                  />
                )}
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

/** A line, bar or donut chart, with its figures in a folded table below it. */
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
      {props.points.length > 0 && (
        <details className="group">
          <summary className="cursor-pointer rounded-sm text-sm font-medium text-accent-ink hover:underline">
            Show figures
          </summary>
          <div className="mt-2">
            <ChartTable {...props} />
          </div>
        </details>
      )}
    </figure>
  )
}
