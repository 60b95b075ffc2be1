import type { TeamMember } from '@exempta/contract/team'
import type { PersonActor } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { asMember } from './list-members.ts'
import { memberPage } from './queries.ts'

/** The last added of the person's own team, for pages that show more than the team. */
export async function firstMembers(
  tx: Transaction,
  person: PersonActor,
  businessId: string,
  limit: number,
): Promise<TeamMember[]> {
  const rows = await memberPage(tx, businessId, undefined, limit)
  return rows.map((row) => asMember(row, person))
}
