import { startPostgres } from '../scripts/development/postgres-cluster.ts'
import { type Bench, percentile, takeTurns } from './bench.ts'
import { type FilledCustomers, startFilledCustomers } from './customers/filled-customers.ts'
import { timeImport } from './customers/timed-import.ts'

/** The short form shows that everything works; only the whole one measures growth. */
const sizes = {
  whole: { small: 1_000, large: 1_000_000, imported: 100_000 },
  short: { small: 1_000, large: 20_000, imported: 10_000 },
}

/** What the page asks for. A search is for another customer each time, so that none is in memory by chance. */
const views: Record<
  string,
  (app: FilledCustomers, n: number, cursors: Map<FilledCustomers, string>) => string
> = {
  firstPage: () => '',
  state: () => 'state=TX',
  missing: () => 'missing=true',
  tag: () => 'tag=wholesale',
  searchName: (_, n) => `search=buyer${n}`,
  searchWord: () => 'search=supply',
  searchTwoWords: (_, n) => `search=supply%20buyer${n}`,
  searchNumber: (_, n) => `search=C-${n}`,
  searchEmail: (_, n) => `search=buyer${n}%40example.org`,
  later: (app, _, cursors) => `cursor=${cursors.get(app)}`,
}

export const bench: Bench = {
  summary:
    'the list of a business with 1,000 and with 1,000,000 customers, and importing 100,000 (--short: fewer)',
  async run(print, flags) {
    const { small, large, imported } = flags.includes('--short') ? sizes.short : sizes.whole
    // What PostgreSQL takes by itself; tests take less.
    const postgres = await startPostgres({ settings: { shared_buffers: '128MB' } })
    process.env.TEST_DATABASE = 'postgres'
    process.env.TEST_POSTGRES_URL = postgres.url
    try {
      const { linesPerSecond, bareLinesPerSecond, memoryGrowth } = await timeImport(imported)
      print(`  imported ${imported} customers`)
      const apps = { small: await startFilledCustomers(small), large: await startFilledCustomers(large) }
      print(`  filled ${small} and ${large} customers`)
      const cursors = new Map<FilledCustomers, string>()
      for (const app of Object.values(apps)) {
        let cursor = ''
        for (let page = 0; page < 5; page++) {
          cursor = (await app.get(`limit=100${cursor && `&cursor=${cursor}`}`)).nextCursor ?? ''
        }
        cursors.set(app, cursor)
      }
      const figures: Record<string, number> = {}
      const all = { small: [] as number[], large: [] as number[] }
      for (const [view, queryOf] of Object.entries(views)) {
        let call = 0
        const times = await takeTurns(apps, (app) => {
          call += 1
          return app.get(queryOf(app, 1 + ((call * 7919) % app.count), cursors))
        })
        all.small.push(...times.small)
        all.large.push(...times.large)
        figures[`${view}Ratio`] = percentile(times.large, 95) / percentile(times.small, 95)
      }
      const [smallP95, largeP95] = [percentile(all.small, 95), percentile(all.large, 95)]
      await apps.small.close()
      await apps.large.close()
      return {
        figures: {
          ...figures,
          smallP95Ms: smallP95,
          largeP95Ms: largeP95,
          ratio: largeP95 / smallP95,
          bareLinesPerSecond,
          linesPerSecond,
          memoryGrowth,
        },
        limits: {
          ratio: { atMost: 1.2 },
          linesPerSecond: { atLeast: 2000 },
          memoryGrowth: { atMost: 1.3 },
        },
      }
    } finally {
      await postgres.stop()
    }
  },
}
