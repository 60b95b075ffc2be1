import type { TimeUnit } from '@exempta/contract/reports'

const most = 400

/** The first days of all days, weeks or months from one to another; none when there are too many to draw. */
export function everyStart(unit: TimeUnit, first: string, last: string): string[] {
  const starts: string[] = []
  for (const day = new Date(first); ; step(day, unit)) {
    const start = day.toISOString().slice(0, 10)
    if (start > last) return starts
    if (starts.length === most) return []
    starts.push(start)
  }
}

function step(day: Date, unit: TimeUnit): void {
  if (unit === 'month') day.setUTCMonth(day.getUTCMonth() + 1)
  else day.setUTCDate(day.getUTCDate() + (unit === 'week' ? 7 : 1))
}
