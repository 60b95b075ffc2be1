import type { Tone } from './badge.tsx'

export interface ChartPoint {
  label: string
  values: Record<string, number>
  /** Of a status: the color of its badge. Other points get colors in turn. */
  tone?: Tone | undefined
}

export interface ChartSeries {
  key: string
  label: string
  tone?: Tone | undefined
}

export interface ChartProps {
  kind: 'line' | 'bar' | 'donut'
  title: string
  /** What a point is: `Week`, `Status`. */
  pointLabel: string
  points: readonly ChartPoint[]
  /** A donut draws the first series only. */
  series: readonly ChartSeries[]
}

const colors = ['accent', 'info', 'warning', 'danger', 'success', 'ink-muted']

/** The color of a point or series, the same in the drawing, its legend and its table. */
export function colorOf({ tone }: { tone?: Tone | undefined }, index: number): string {
  const name = tone ? (tone === 'neutral' ? 'ink-muted' : tone) : colors[index % colors.length]
  return `var(--color-${name})`
}

/** A bar chart of one series colors its bars only where they are statuses; otherwise all bars are alike. */
export const barColor = (
  { points, series }: Pick<ChartProps, 'points' | 'series'>,
  index: number,
): string => {
  const point = points[index]
  return series.length === 1 && point?.tone ? colorOf(point, index) : colorOf(series[0] ?? {}, 0)
}

/** From 0 to at least the largest value in about four steps of 1, 2 or 5 times a power of ten. */
export function roundTicks(largest: number): number[] {
  const rough = Math.max(largest, 1) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power)
  return Array.from({ length: Math.ceil(Math.max(largest, 1) / step) + 1 }, (_, at) => at * step)
}
