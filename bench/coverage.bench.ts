import { coverage } from '@exempta/knowledge/coverage'
import { claimCases, coverageCases } from '../knowledge/test/case-files.ts'
import type { Bench } from './bench.ts'

const rounds = 5
const callsInRound = 400_000

/** Counted in seconds of one core, so that whatever else runs on the machine does not count. */
function callsPerCoreSecond(): number {
  const facts = [...claimCases, ...coverageCases].map((one) => one.facts)
  const before = process.cpuUsage()
  for (let call = 0; call < callsInRound; call++)
    coverage(facts[call % facts.length] as (typeof facts)[number])
  const { user, system } = process.cpuUsage(before)
  return callsInRound / ((user + system) / 1e6)
}

export const bench: Bench = {
  summary: 'coverage() over all cases of the tables, on one core',
  async run() {
    callsPerCoreSecond()
    const figures = Array.from({ length: rounds }, callsPerCoreSecond).sort((one, other) => one - other)
    return {
      figures: {
        callsPerSecond: figures[Math.floor(rounds / 2)] as number,
        cases: coverageCases.length + claimCases.length,
      },
      limits: { callsPerSecond: { atLeast: 100_000 } },
    }
  },
}
