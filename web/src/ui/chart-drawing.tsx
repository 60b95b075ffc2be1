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
import type { ChartProps } from './chart-types.ts'

const colours = ['accent', 'info', 'warning', 'danger', 'success', 'ink-muted'].map(
  (name) => `var(--color-${name})`,
)
const colourAt = (index: number) => colours[index % colours.length] as string
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

export function ChartDrawing({ kind, points, series }: ChartProps) {
  const data = points.map((point) => ({ name: point.label, ...point.values }))
  const isAnimated = !matchMedia('(prefers-reduced-motion: reduce)').matches
  const legend = (series.length > 1 || kind === 'donut') && (
    <Legend iconType="circle" wrapperStyle={{ fontSize: 13 }} />
  )
  const frame = (
    <>
      <CartesianGrid vertical={false} stroke="var(--color-line)" />
      <XAxis dataKey="name" {...axis} />
      <YAxis width={36} allowDecimals={false} {...axis} />
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
            isAnimationActive={isAnimated}
          >
            {data.map((point, index) => (
              <Cell key={point.name} fill={colourAt(index)} />
            ))}
          </Pie>
        </PieChart>
      ) : kind === 'bar' ? (
        <BarChart data={data} accessibilityLayer={false}>
          {frame}
          {series.map((one, index) => (
            <Bar
              key={one.key}
              dataKey={one.key}
              name={one.label}
              fill={colourAt(index)}
              radius={[4, 4, 0, 0]}
              maxBarSize={40}
              isAnimationActive={isAnimated}
            />
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
              type="monotone"
              stroke={colourAt(index)}
              strokeWidth={2}
              dot={false}
              isAnimationActive={isAnimated}
            />
          ))}
        </LineChart>
      )}
    </ResponsiveContainer>
  )
}
