import {
  Bar,
  BarChart,
  CartesianGrid,
  Cell,
  Legend,
  Line,
  LineChart,
  Pie,
  PieChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { barColor, type ChartProps, colorOf, roundTicks } from './chart-types.ts'

const axis = { stroke: 'var(--color-ink-muted)', fontSize: 12, tickLine: false, axisLine: false } as const
const tooltip = {
  contentStyle: {
    background: 'var(--color-raised)',
    border: '1px solid var(--color-line)',
    borderRadius: 8,
    color: 'var(--color-ink)',
    fontSize: 13,
  },
  cursor: { fill: 'var(--color-subtle)', stroke: 'var(--color-line)' },
} as const

const shortLabel = (label: string) => (label.length > 16 ? `${label.slice(0, 15)}…` : label)

// Longer ones touch each other beside five others in half a page.
const straightLength = 12

/** Labels are read upright: where many or long ones don't fit below the bars, the bars lie beside them. */
const liesDown = (labels: readonly string[]) =>
  labels.length > 6 || (labels.length > 4 && labels.some(({ length }) => length > straightLength))

export function ChartDrawing({ kind, points, series }: ChartProps) {
  const data = points.map((point) => ({ name: point.label, ...point.values }))
  // Charts are still after 150 ms: what moves longer cannot be read yet.
  const motion = {
    isAnimationActive: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    animationBegin: 0,
    animationDuration: 150,
  }
  const legend = (series.length > 1 || kind === 'donut') && (
    // In the order of the table, not of the alphabet.
    <Legend iconType="circle" itemSorter={null} wrapperStyle={{ fontSize: 13 }} />
  )
  const isLying = kind === 'bar' && liesDown(points.map(({ label }) => label))
  const ticks = roundTicks(Math.max(...points.flatMap(({ values }) => Object.values(values)), 0))
  const values = { ticks, domain: [0, ticks.at(-1) ?? 1], allowDecimals: false, ...axis }
  const every = { interval: 0, tickFormatter: shortLabel } as const
  const frame = isLying ? (
    <>
      <CartesianGrid horizontal={false} stroke="var(--color-line)" />
      <XAxis type="number" {...values} />
      <YAxis type="category" dataKey="name" width={116} {...axis} fontSize={11} {...every} />
      <Tooltip {...tooltip} />
      {legend}
    </>
  ) : (
    <>
      <CartesianGrid vertical={false} stroke="var(--color-line)" />
      <XAxis dataKey="name" {...axis} {...(kind === 'bar' && every)} />
      <YAxis width={44} {...values} />
      <Tooltip {...tooltip} />
      {legend}
    </>
  )
  return (
    <ResponsiveContainer width="100%" height="100%">
      {kind === 'donut' ? (
        <PieChart accessibilityLayer={false}>
          <Tooltip {...tooltip} />
          {legend}
          <Pie
            data={data}
            dataKey={series[0]?.key ?? 'value'}
            innerRadius="62%"
            outerRadius="90%"
            paddingAngle={2}
            stroke="none"
            rootTabIndex={-1}
            {...motion}
          >
            {data.map((point, index) => (
              <Cell key={point.name} fill={colorOf(points[index] ?? {}, index)} />
            ))}
          </Pie>
        </PieChart>
      ) : kind === 'bar' ? (
        <BarChart data={data} accessibilityLayer={false} layout={isLying ? 'vertical' : 'horizontal'}>
          {frame}
          {series.map((one, index) => (
            <Bar
              key={one.key}
              dataKey={one.key}
              name={one.label}
              fill={colorOf(one, index)}
              radius={isLying ? [0, 4, 4, 0] : [4, 4, 0, 0]}
              maxBarSize={40}
              {...motion}
            >
              {series.length === 1 &&
                points.map((point, place) => (
                  <Cell key={point.label} fill={barColor({ points, series }, place)} />
                ))}
            </Bar>
          ))}
        </BarChart>
      ) : (
        <LineChart data={data} accessibilityLayer={false}>
          {frame}
          {series.map((one, index) => (
            <Line
              key={one.key}
              dataKey={one.key}
              name={one.label}
              // A curve would show counts between the days that no one counted.
              type="linear"
              stroke={colorOf(one, index)}
              strokeWidth={2}
              dot={false}
              {...motion}
            />
          ))}
        </LineChart>
      )}
    </ResponsiveContainer>
  )
}
