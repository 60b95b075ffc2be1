/** What one benchmark hands back: every figure it measured, and the limits some of them must keep. */
export interface BenchResult {
  figures: Record<string, number>
  limits: Record<string, { atLeast?: number; atMost?: number }>
}

/** A benchmark file exports one of these as `bench`; progress and tables go to `print`. */
export interface Bench {
  summary: string
  /** `flags` are the arguments that start with two dashes. */
  run(print: (line: string) => void, flags: readonly string[]): Promise<BenchResult>
}

/** Names of the limits that the figures miss; a limit without its figure counts as missed. */
export function missedLimits({ figures, limits }: BenchResult): string[] {
  return Object.entries(limits)
    .filter(([name, limit]) => {
      const figure = figures[name]
      if (figure === undefined || Number.isNaN(figure)) return true
      return figure < (limit.atLeast ?? -Infinity) || figure > (limit.atMost ?? Infinity)
    })
    .map(([name]) => name)
}

const rounds = 200
const warmUpRounds = 20

/** Milliseconds of each call. The two take turns call by call, so that a noisy moment hits both alike. */
export async function takeTurns<App>(
  apps: Record<'small' | 'large', App>,
  call: (app: App) => Promise<unknown>,
): Promise<Record<'small' | 'large', number[]>> {
  const times = { small: [] as number[], large: [] as number[] }
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    for (const name of ['small', 'large'] as const) {
      const started = performance.now()
      await call(apps[name])
      if (round >= warmUpRounds) times[name].push(performance.now() - started)
    }
  }
  return times
}

/** The value that so many per cent of the others do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? Number.NaN
}
