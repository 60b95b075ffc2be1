import type { ChartProps } from './chart-types.ts'

const figure = 'border-line border-t px-3 py-1.5 text-right tabular-nums'

/** The figures of a chart. Long ones scroll, so that charts beside each other keep their size. */
export function ChartTable({ title, pointLabel, points, series }: Omit<ChartProps, 'kind'>) {
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
