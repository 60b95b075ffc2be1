import { dayMs } from '@exempta/contract/durations'
import { limits } from '@exempta/contract/limits'
import type { ReportDefinition } from '@exempta/contract/reports'
import { startPostgres } from '../scripts/postgres-cluster.ts'
import type { Bench } from './bench.ts'
import { percentile } from './list/percentile.ts'
import { startFilledReports } from './report/filled-reports.ts'

const documents = 1_000_000
const rounds = 60
const warmUpRounds = 10

/** The default report of the page. */
const definition: ReportDefinition = {
  name: 'Documents Report',
  type: 'documents',
  columns: ['name', 'status', 'created_at'],
  filters: { dateRange: { lastDays: limits.reportDefaultRangeMs / dayMs } },
  joins: [],
  groupBy: [],
  aggregations: [],
}

export const bench: Bench = {
  summary: `the default report over ${documents.toLocaleString('en-US')} documents, against its SQL through the driver alone`,
  async run(print) {
    const postgres = await startPostgres()
    process.env.TEST_DATABASE = 'postgres'
    process.env.TEST_POSTGRES_URL = postgres.url
    try {
      const reports = await startFilledReports(documents, definition)
      print(`  ${reports.found} of ${documents} documents are in the range`)
      const times = { product: [] as number[], driver: [] as number[] }
      const askers = { product: reports.run, driver: reports.runAlone }
      // In turns, so that a noisy moment hits both alike.
      for (let round = 0; round < warmUpRounds + rounds; round++) {
        for (const name of ['product', 'driver'] as const) {
          const started = performance.now()
          await askers[name]()
          if (round >= warmUpRounds) times[name].push(performance.now() - started)
        }
      }
      await reports.close()
      const [productMs, driverMs] = [percentile(times.product, 50), percentile(times.driver, 50)]
      return {
        figures: { productMs, driverMs, ratio: productMs / driverMs },
        limits: { ratio: { atMost: 1.3 } },
      }
    } finally {
      await postgres.stop()
    }
  },
}
