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
