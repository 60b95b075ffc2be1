import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildWeb } from '../scripts/operators/build-web.ts'
import type { Bench } from './bench.ts'
import { median } from './route/measure.ts'
import { type TimedStart, timedStart } from './start/timed-start.ts'

const rounds = 5
const ours = fileURLToPath(new URL('../scripts/operators/start.ts', import.meta.url))
const bare = fileURLToPath(new URL('./start/bare-server.ts', import.meta.url))

export const bench: Bench = {
  summary: 'from `npm start` on a built tree to the first ready answer, against bare Fastify',
  async run(print) {
    if (!(await buildWeb({ quiet: true }))) throw new Error('The web app could not be built.')
    const cold: TimedStart[] = []
    const warm: TimedStart[] = []
    const baseline: TimedStart[] = []
    for (let round = 1; round <= rounds; round++) {
      const dataDir = await mkdtemp(path.join(tmpdir(), 'exempta-bench-'))
      try {
        baseline.push(await timedStart(bare, dataDir))
        cold.push(await timedStart(ours, dataDir))
        warm.push(await timedStart(ours, dataDir))
      } finally {
        await rm(dataDir, { recursive: true, force: true })
      }
      print(`  round ${round}: cold ${inSeconds(cold)}, warm ${inSeconds(warm)}, bare ${inSeconds(baseline)}`)
    }
    const bareSeconds = median(baseline.map(({ seconds }) => seconds))
    const warmSeconds = median(warm.map(({ seconds }) => seconds))
    return {
      figures: {
        coldSeconds: median(cold.map(({ seconds }) => seconds)),
        warmSeconds,
        bareSeconds,
        warmToBareRatio: warmSeconds / bareSeconds,
        memoryAtRestMb: median(warm.map(({ memoryMb }) => memoryMb)),
        bareMemoryMb: median(baseline.map(({ memoryMb }) => memoryMb)),
      },
      limits: { warmSeconds: { atMost: 3 } },
    }
  },
}

function inSeconds(starts: TimedStart[]): string {
  return `${starts.at(-1)?.seconds.toFixed(2)} s`
}
