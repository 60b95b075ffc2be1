import type { DataContributor } from '../../platform/personal-data.ts'
import { findMember } from './queries.ts'

/** The person's place in a business; what belongs to the business is not the person's. */
export const membershipData: DataContributor = async function* ({ database }, person) {
  const member = await database.transact(person, (tx) => findMember(tx, person.id), { readOnly: true })
  if (member) yield { path: 'business.json', value: member }
}
