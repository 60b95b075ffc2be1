import { startPostgres } from '../scripts/development/postgres-cluster.ts'
import type { Bench } from './bench.ts'
import { type FilledInbox, startFilledInbox } from './inbox/filled-inbox.ts'
import { percentile, takeTurns } from './list/take-turns.ts'

const shares = { small: 1_000, large: 1_000_000 }

/** What the page Received Documents asks for. */
const views: Record<string, (inbox: FilledInbox) => string> = {
  firstPage: () => '',
  toReview: () => 'status=pending&sort=oldest',
  verified: () => 'status=verified',
  later: ({ later }) => `cursor=${later}`,
  foundInMany: () => 'search=exemption',
  foundInFew: () => 'search=exemption%20777.',
  foundAmongVerified: () => 'search=exemption%207&status=verified',
  foundByUser: ({ sharer }) => `search=${sharer}`,
  foundLater: ({ later }) => `search=exemption&cursor=${later}`,
  foundNowhere: () => 'search=lighthouse',
  twoLetters: () => 'search=ex',
  twoLettersNowhere: () => 'search=zq',
  ofState: () => 'state=NY',
  ofRareState: () => 'state=WY',
  ofForm: () => 'form=tx-01-339',
  verifiedOfState: () => 'state=NY&status=verified',
  ofStateLater: ({ later }) => `state=NY&cursor=${later}`,
  expired: () => 'expires=expired',
  expiresSoon: () => 'expires=soon',
  foundByNumber: () => 'search=E-0000778',
  foundOfState: () => 'search=exemption&state=TX',
}

/** What the choices of the filters are asked for with. */
const choices = '/api/received/choices'

/** What counts everything; not part of the ratio, but within limits of its own. */
const counted = {
  dashboard: '/api/received/dashboard',
  reportOfTwelveWeeks: '/api/received/reports?from=2025-12-08&to=2026-03-01',
  reportOfTwoYears: '/api/received/reports?from=2024-03-02&to=2026-03-01',
}
const countedRounds = 5

async function medianMs(ask: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < countedRounds; round++) {
    const started = performance.now()
    await ask()
    times.push(performance.now() - started)
  }
  return percentile(times, 50)
}

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
        const times = await takeTurns(inboxes, (inbox) => inbox.get(`/api/received?${query(inbox)}`))
        all.small.push(...times.small)
        all.large.push(...times.large)
        const [small, large] = [percentile(times.small, 95), percentile(times.large, 95)]
        print(`  ${view}: p95 ${small.toFixed(1)} and ${large.toFixed(1)} ms`)
        figures[`${view}Ratio`] = large / small
      }
      const chosen = await takeTurns(inboxes, (inbox) => inbox.get(choices))
      figures.choicesRatio = percentile(chosen.large, 95) / percentile(chosen.small, 95)
      const { large } = inboxes
      for (const [page, address] of Object.entries(counted)) {
        figures[`${page}MedianMs`] = await medianMs(() => large.get(address))
      }
      figures.adminDashboardMedianMs = await medianMs(() => large.getAsAdministrator('/api/admin/dashboard'))
      const [smallP95, largeP95] = [percentile(all.small, 95), percentile(all.large, 95)]
      await inboxes.small.close()
      await inboxes.large.close()
      return {
        figures: { ...figures, smallP95Ms: smallP95, largeP95Ms: largeP95, ratio: largeP95 / smallP95 },
        limits: {
          ratio: { atMost: 1.5 },
          dashboardMedianMs: { atMost: 50 },
          reportOfTwelveWeeksMedianMs: { atMost: 50 },
          reportOfTwoYearsMedianMs: { atMost: 150 },
          adminDashboardMedianMs: { atMost: 50 },
        },
      }
    } finally {
      await postgres.stop()
    }
  },
}
