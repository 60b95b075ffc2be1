import { systemActor } from '../../platform/db/actor.ts'
import type { Feature } from '../../platform/feature.ts'
import type { AccountEraser, DataContributor } from '../../platform/personal-data.ts'
import type { EnterSession, SessionReader } from '../accounts/index.ts'
import { evidenceData } from './administration/evidence.ts'
import { invitationEmail, newDocumentsEmail, weeklySummaryEmail } from './emails.ts'
import { deleteInvitationsTo, listInvitationsTo } from './invitations/queries.ts'
import { businessEmailJobHandlers, businessReportJobHandlers, invitationJobHandlers } from './jobs.ts'
import { findMember, findMembership } from './queries.ts'
import { registerBusiness } from './register-business.ts'
import {
  adminBusinessRoutes,
  businessProfileRoutes,
  businessReportRoutes,
  invitationRoutes,
  ipAccessRoutes,
  teamRoutes,
} from './routes.ts'

/** Exports the person's membership; what belongs to the business is not theirs. */
const membershipData: DataContributor = async function* ({ database }, person) {
  const found = await database.transact(
    person,
    async (tx) => {
      const member = await findMember(tx, person.id)
      return member && { ...member, ...(await findMembership(tx, person.id)) }
    },
    { readOnly: true },
  )
  if (found) yield { path: 'business.json', value: found }
}

/** Exports invitations to a confirmed address, which otherwise only the inviting business sees. */
const invitationData: DataContributor = async function* ({ database }, person) {
  const invitations = await database.transact(systemActor, (tx) => listInvitationsTo(tx, person.id))
  yield { path: 'invitations.json', value: invitations }
}

const eraseInvitations: AccountEraser = ({ database }, personId) =>
  database.transact(systemActor, (tx) => deleteInvitationsTo(tx, personId))

export const businesses: Feature<{ sessions: SessionReader; enter: EnterSession }> = {
  name: 'businesses',
  routes: (services, { sessions, enter }) => [
    ...invitationRoutes(services, sessions, enter),
    ...businessProfileRoutes(services),
    ...businessReportRoutes(services),
    ...teamRoutes(services),
    ...adminBusinessRoutes(services),
    ...ipAccessRoutes(services),
  ],
  jobs: (services) => [
    ...businessEmailJobHandlers(services),
    ...invitationJobHandlers(services),
    ...businessReportJobHandlers(services),
  ],
  emails: [invitationEmail, newDocumentsEmail, weeklySummaryEmail],
  personalData: { contributors: [membershipData, invitationData, evidenceData], erasers: [eraseInvitations] },
  topics: ['business', 'businesses'],
  hooks: (services) => ({
    accountRegistered: (tx, registered) => registerBusiness(services, tx, registered),
  }),
  links: ['invitation'],
}
