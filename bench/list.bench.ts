import { startPostgres } from '../scripts/development/postgres-cluster.ts'
import type { Bench } from './bench.ts'
import { startFilledApp } from './list/filled-app.ts'
import { percentile, takeTurns } from './list/take-turns.ts'

const ownDocuments = 1_000
const allDocuments = { small: 1_000, large: 1_000_000 }

/** What the page My Documents asks for. */
const views = {
  firstPage: '',
  processed: 'status=processed',
  byName: 'sort=name',
  search: 'search=exemption%207',
  later: 'cursor=',
}

export const bench: Bench = {
  summary: 'My Documents of a person with 1,000 documents, alone in the table and among 1,000,000',
  async run(print) {
    const postgres = await startPostgres()
    process.env.TEST_DATABASE = 'postgres'
    process.env.TEST_POSTGRES_URL = postgres.url
    try {
      const small = await startFilledApp(ownDocuments, allDocuments.small)
      const large = await startFilledApp(ownDocuments, allDocuments.large)
      print(`  ${small.documents} and ${large.documents} documents`)
      const tables = { small, large }
      const figures: Record<string, number> = {}
      const all = { small: [] as number[], large: [] as number[] }
      for (const [view, query] of Object.entries(views)) {
        const times = await takeTurns(tables, ({ get, middle }) =>
          get(query === 'cursor=' ? query + middle : query),
        )
        all.small.push(...times.small)
        all.large.push(...times.large)
        figures[`${view}Ratio`] = percentile(times.large, 95) / percentile(times.small, 95)
      }
      const [smallP95, largeP95] = [percentile(all.small, 95), percentile(all.large, 95)]
      await small.close()
      await large.close()
      return {
        figures: { ...figures, smallP95Ms: smallP95, largeP95Ms: largeP95, ratio: largeP95 / smallP95 },
        limits: { ratio: { atMost: 1.5 } },
      }
    } finally {
      await postgres.stop()
    }
  },
}
