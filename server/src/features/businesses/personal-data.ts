import { systemActor } from '../../platform/db/actor.ts'
import type { AccountEraser, DataContributor } from '../../platform/personal-data.ts'
import { deleteInvitationsTo, listInvitationsTo } from './invitations/queries.ts'
import { findMember, findMembership } from './queries.ts'

/** Exports the person's membership; what belongs to the business is not theirs. */
export const membershipData: DataContributor = async function* ({ database }, person) {
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
export const invitationData: DataContributor = async function* ({ database }, person) {
  const invitations = await database.transact(systemActor, (tx) => listInvitationsTo(tx, person.id))
  yield { path: 'invitations.json', value: invitations }
}

export const eraseInvitations: AccountEraser = ({ database }, personId) =>
  database.transact(systemActor, (tx) => deleteInvitationsTo(tx, personId))
