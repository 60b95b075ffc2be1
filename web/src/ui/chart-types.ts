export interface ChartPoint {
  label: string
  values: Record<string, number>
}

export interface ChartSeries {
  key: string
  label: string
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
