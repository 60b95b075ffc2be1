import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const load = fileURLToPath(new URL('load.ts', import.meta.url))

export interface Target {
  url: string
  /** Each connection has one of them: as many people as there are cookies call at the same time. */
  cookies?: readonly string[]
  /** The same for `Authorization` headers. */
  authorizations?: readonly string[]
}

export interface Load extends Required<Target> {
  connections: number
  seconds: number
}

/**
 * Requests a second of each target, round by round. Rounds are short and alternate, so that a noisy moment hits
 * all targets of a round alike, and ratios are taken within a round.
 */
export async function measureInTurn<Name extends string>(
  targets: Record<Name, Target>,
  { rounds, seconds, connections = 32 }: { rounds: number; seconds: number; connections?: number },
): Promise<Measured<Name>> {
  const names = Object.keys(targets) as Name[]
  const seen = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const { url, cookies = [], authorizations = [] } = targets[name]
      const wanted: Load = { url, cookies, authorizations, connections, seconds }
      const { stdout } = await promisify(execFile)(process.execPath, [load, JSON.stringify(wanted)])
      // The first round only warms up.
      if (round > 0) seen[name].push(Number(stdout))
    }
  }
  return {
    perSecond: (name) => median(seen[name]),
    ratio: (name, base) =>
      median(seen[name].map((value, round) => value / (seen[base][round] ?? Number.NaN))),
  }
}

export interface Measured<Name extends string> {
  perSecond(name: Name): number
  ratio(name: Name, base: Name): number
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}
