import { systemActor } from '../../platform/db/actor.ts'
import type { Feature } from '../../platform/feature.ts'
import { type DataContributor, readInBatches } from '../../platform/personal-data.ts'
import type { ViewerWatch } from '../../platform/viewer-watch.ts'
import * as emails from './emails.ts'
import { emailShareJobHandlers, shareJobHandlers } from './jobs.ts'
import { asShare } from './list-shares.ts'
import {
  type ListedShare,
  listShareActsOf,
  listSharedWithAddressOf,
  type OwnShareAct,
  sharePage,
} from './queries/list.ts'
import { revokeSharesWith } from './revoke-shares.ts'
import { emailShareRoutes, shareRoutes } from './routes.ts'

/** Exports the person's shares with their history, and what others share with a confirmed address. */
export const sharesData: DataContributor = async function* ({ clock, database }, person) {
  const now = clock.now()
  const isReadOnly = { readOnly: true }
  const shares = readInBatches<ListedShare>((last, limit) =>
    database.transact(
      person,
      (tx) => {
        const before = last && ([last.shared_at.toISOString(), last.id] as const)
        return sharePage(tx, person.id, {}, before, limit, now)
      },
      isReadOnly,
    ),
  )
  yield { path: 'shares.json', rows: asShares(shares, now) }
  const acts = readInBatches<OwnShareAct>((last, limit) =>
    database.transact(systemActor, (tx) => listShareActsOf(tx, person.id, last, limit), isReadOnly),
  )
  yield { path: 'share-history.json', rows: acts }
  const received = await database.transact(
    systemActor,
    (tx) => listSharedWithAddressOf(tx, person.id),
    isReadOnly,
  )
  yield { path: 'shared-with-my-address.json', value: received }
}

async function* asShares(rows: AsyncIterable<ListedShare>, now: Date) {
  for await (const row of rows) yield asShare(row, now)
}

export const sharing: Feature<{ viewers: ViewerWatch }> = {
  name: 'sharing',
  routes: (services, { viewers }) => [...shareRoutes(services), ...emailShareRoutes(services, viewers)],
  jobs: (services) => [...emailShareJobHandlers(services), ...shareJobHandlers(services)],
  emails: [
    emails.correctedShareEmail,
    emails.emailShareCodeEmail,
    emails.emailShareEmail,
    emails.emailShareExpiryEmail,
    emails.shareEndsEmail,
    emails.shareViewedEmail,
  ],
  personalData: { contributors: [sharesData], erasers: [] },
  topics: ['shares'],
  hooks: (services) => ({
    businessRemoved: (tx, { call, business }) => revokeSharesWith(services, tx, call, business),
  }),
  links: [],
}
