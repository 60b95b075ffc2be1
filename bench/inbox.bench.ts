import { startPostgres } from '../scripts/postgres-cluster.ts'
import type { Bench } from './bench.ts'
import { startFilledInbox } from './inbox/filled-inbox.ts'
import { percentile } from './list/percentile.ts'
import { takeTurns } from './list/take-turns.ts'

const shares = { small: 1_000, large: 1_000_000 }

/** What the page Received Documents asks for. */
const views = {
  firstPage: '',
  toReview: 'status=pending&sort=oldest',
  verified: 'status=verified',
  later: 'cursor=',
}

/** Looks at every name, so it grows with the inbox: told, and no part of the ratio. */
const searched = 'search=exemption%207'

export const bench: Bench = {
  summary: 'Received Documents of a business with 1,000 documents and of one with 1,000,000',
  async run(print) {
    const postgres = await startPostgres()
    process.env.TEST_DATABASE = 'postgres'
    process.env.TEST_POSTGRES_URL = postgres.url
    try {
      const inboxes = {
        small: await startFilledInbox(shares.small),
        large: await startFilledInbox(shares.large),
      }
      print(`  ${inboxes.small.shares} and ${inboxes.large.shares} received documents`)
      const figures: Record<string, number> = {}
      const all = { small: [] as number[], large: [] as number[] }
      for (const [view, query] of Object.entries(views)) {
        const times = await takeTurns(inboxes, ({ get, later }) =>
          get(query === 'cursor=' ? query + later : query),
        )
        all.small.push(...times.small)
        all.large.push(...times.large)
        figures[`${view}Ratio`] = percentile(times.large, 95) / percentile(times.small, 95)
      }
      const found = await takeTurns(inboxes, ({ get }) => get(searched))
      figures.searchP95Ms = percentile(found.large, 95)
      const [smallP95, largeP95] = [percentile(all.small, 95), percentile(all.large, 95)]
      await inboxes.small.close()
      await inboxes.large.close()
      return {
        figures: { ...figures, smallP95Ms: smallP95, largeP95Ms: largeP95, ratio: largeP95 / smallP95 },
        limits: { ratio: { atMost: 1.5 } },
      }
    } finally {
      await postgres.stop()
    }
  },
}
