import { systemActor } from '../../platform/db/actor.ts'
import type { AccountEraser, DataContributor } from '../../platform/personal-data.ts'
import { deleteInvitationsTo, listInvitationsTo } from './queries.ts'

/** Invitations to an address the person has confirmed, which otherwise only the inviting business sees. */
export const invitationData: DataContributor = async function* ({ database }, person) {
  const invitations = await database.transact(systemActor, (tx) => listInvitationsTo(tx, person.id))
  yield { path: 'invitations.json', value: invitations }
}

export const eraseInvitations: AccountEraser = ({ database }, personId) =>
  database.transact(systemActor, (tx) => deleteInvitationsTo(tx, personId))
