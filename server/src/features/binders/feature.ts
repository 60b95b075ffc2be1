import { systemActor } from '../../platform/db/actor.ts'
import type { Feature } from '../../platform/feature.ts'
import { type AccountEraser, type DataContributor, readInBatches } from '../../platform/personal-data.ts'
import type { ViewerWatch } from '../../platform/viewer-watch.ts'
import { deleteGrantsFor, grantsBy, grantsFor, type OwnGrant } from './auditors/queries.ts'
import { publishBinder } from './binders.ts'
import { auditorCodeEmail, auditorInvitationEmail } from './emails.ts'
import { binderJobHandlers } from './jobs.ts'
import { bindersBy, updateBinder } from './queries/binders.ts'
import { bindersWith } from './queries/named-people.ts'
import { forgetLinesOf, listedLinesOf } from './queries/sales.ts'
import { salesListsBy } from './queries/sales-lists.ts'
import { auditRoutes, binderRoutes, salesListRoutes } from './routes.ts'

/**
 * The binders that a member asked for and the auditors whom they invited; for everyone else, what auditors' lists say
 * about them. Whoever was invited as an auditor sees to what.
 */
const binderData: DataContributor = async function* ({ database }, person) {
  if (person.role === 'business') {
    yield {
      path: 'audit-binders.json',
      rows: readInBatches<Awaited<ReturnType<typeof bindersBy>>[number]>((last, limit) =>
        database.transact(person, (tx) => bindersBy(tx, person.id, last?.id, limit), { readOnly: true }),
      ),
    }
    yield {
      path: 'sales-lists.json',
      rows: readInBatches<Awaited<ReturnType<typeof salesListsBy>>[number]>((last, limit) =>
        database.transact(person, (tx) => salesListsBy(tx, person.id, last?.id, limit), { readOnly: true }),
      ),
    }
    yield {
      path: 'invited-auditors.json',
      rows: readInBatches<Awaited<ReturnType<typeof grantsBy>>[number]>((last, limit) =>
        database.transact(person, (tx) => grantsBy(tx, person.id, last?.id, limit), { readOnly: true }),
      ),
    }
  }
  yield {
    path: 'auditor-access.json',
    rows: readInBatches<OwnGrant>((last, limit) =>
      database.transact(systemActor, (tx) => grantsFor(tx, person.id, last?.id, limit), { readOnly: true }),
    ),
  }
  if (person.role === 'business') return
  yield {
    path: 'audit-lists.json',
    rows: readInBatches<Awaited<ReturnType<typeof listedLinesOf>>[number]>((last, limit) =>
      // Only businesses can read their lists, so the system reads the lines with the person's own address.
      database.transact(systemActor, (tx) => listedLinesOf(tx, person.id, last, limit), { readOnly: true }),
    ),
  }
}

/** A file can't be changed, so a binder with a certificate of the person ends and can be made again without it. */
const eraseBinders: AccountEraser = ({ clock, database }, personId) =>
  database.transact(systemActor, async (tx) => {
    for (const { id, business_id } of await bindersWith(tx, personId)) {
      await updateBinder(tx, id, { status: 'outdated', updated_at: clock.now() })
      publishBinder(tx, business_id, id)
    }
    await forgetLinesOf(tx, personId)
    await deleteGrantsFor(tx, personId)
  })

/** What a business hands to an auditor: which certificate covered each sale of a state and period. */
export const binders: Feature<{ viewers: ViewerWatch }> = {
  name: 'binders',
  routes: (services, { viewers }) => [
    ...binderRoutes(services),
    ...salesListRoutes(services),
    ...auditRoutes(services, viewers),
  ],
  jobs: binderJobHandlers,
  emails: [auditorCodeEmail, auditorInvitationEmail],
  personalData: { contributors: [binderData], erasers: [eraseBinders] },
  topics: ['binders', 'sales-lists'],
  hooks: () => ({}),
  links: [],
}
