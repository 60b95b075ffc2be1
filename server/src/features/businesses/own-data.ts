import type { DataContributor } from '../../platform/personal-data.ts'
import { findMember, findMembership } from './queries.ts'

/** The person's place in a business; what belongs to the business is not the person's. */
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
