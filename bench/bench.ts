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
